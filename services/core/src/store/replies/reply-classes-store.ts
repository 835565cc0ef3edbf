import type { ReplyClass } from '../../domain/replies/reply-classes.ts';
import { type ReplyDoc, ReplyModel } from './reply-store.ts';

const classesMax = 10_000;

/** Classes of the replies to the messages of each enrollment, oldest first. */
export async function findReplyClasses(
  workspaceId: string,
  enrollmentIds: string[],
): Promise<Map<string, ReplyClass[]>> {
  const found = await ReplyModel.find(
    { workspaceId, enrollmentId: { $in: enrollmentIds } },
    { enrollmentId: 1, class: 1 },
  )
    .sort({ receivedAt: 1 })
    .limit(classesMax)
    .lean<ReplyDoc[]>();
  const classes = new Map<string, ReplyClass[]>();
  for (const reply of found) {
    const own = classes.get(reply.enrollmentId!) ?? [];
    classes.set(reply.enrollmentId!, [...own, reply.class]);
  }
  return classes;
}

/** How many replies of each class a campaign has. */
export async function countRepliesByClass(
  workspaceId: string,
  campaignId: string,
): Promise<Partial<Record<ReplyClass, number>>> {
  const rows = await ReplyModel.aggregate<{ _id: ReplyClass; count: number }>([
    { $match: { workspaceId, campaignId } },
    { $group: { _id: '$class', count: { $sum: 1 } } },
  ]);
  return Object.fromEntries(rows.map((row) => [row._id, row.count]));
}

/** Replies of a workspace that a person has classified, oldest first. */
export async function* correctedReplies(
  workspaceId: string,
): AsyncGenerator<{ id: string } & Pick<ReplyDoc, 'subject' | 'bodyText' | 'class'>> {
  const found = ReplyModel.find({ workspaceId, classifiedBy: 'user' }, { subject: 1, bodyText: 1, class: 1 })
    .sort({ _id: 1 })
    .lean<Pick<ReplyDoc, '_id' | 'subject' | 'bodyText' | 'class'>[]>()
    .cursor();
  for await (const { _id, ...reply } of found) yield { id: _id, ...reply };
}
