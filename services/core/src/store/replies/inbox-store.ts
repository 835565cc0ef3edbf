import { type ReplyDoc, ReplyModel, type ReplyRecord } from './reply-store.ts';

/** Reply texts alone, for lists that show the beginning of each. */
export async function findReplyTexts(workspaceId: string, ids: readonly string[]) {
  const found = await ReplyModel.find({ workspaceId, _id: { $in: ids } }, { bodyText: 1 }).lean<
    Pick<ReplyDoc, '_id' | 'bodyText'>[]
  >();
  return found.map(({ _id, bodyText }) => ({ id: _id, bodyText }));
}

/** Author of each reply, as the mail names them. */
export async function findReplySenders(workspaceId: string, ids: readonly string[]) {
  const found = await ReplyModel.find({ workspaceId, _id: { $in: ids } }, { fromName: 1, fromAddress: 1 }).lean<
    Pick<ReplyDoc, '_id' | 'fromName' | 'fromAddress'>[]
  >();
  return found.map(({ _id, fromName, fromAddress }) => ({ id: _id, name: fromName || fromAddress }));
}

/** ID of the next reply received after this one, or before it. Null at the end. */
export async function findNextReply(
  workspaceId: string,
  { id, receivedAt }: Pick<ReplyRecord, 'id' | 'receivedAt'>,
  direction: 'newer' | 'older',
): Promise<string | null> {
  const [beyond, order] = direction === 'newer' ? (['$gt', 1] as const) : (['$lt', -1] as const);
  const isBeyond = [{ receivedAt: { [beyond]: receivedAt } }, { receivedAt, _id: { [beyond]: id } }];
  const found = await ReplyModel.findOne({ workspaceId, state: { $ne: 'unmatched' }, $or: isBeyond }, { _id: 1 })
    .sort({ receivedAt: order, _id: order })
    .lean<Pick<ReplyDoc, '_id'>>();
  return found?._id ?? null;
}

/** Number of replies that need a person's decision, up to a limit. */
export function countRepliesToDecide(workspaceId: string, max: number): Promise<number> {
  const waiting = { workspaceId, needsAction: true, state: { $ne: 'unmatched' as const } };
  return ReplyModel.countDocuments(waiting).limit(max).exec();
}
