import { ReplyModel } from './reply-store.ts';

export interface LastReply {
  contactId: string;
  class: string;
  receivedAt: Date;
}

const perContactMax = 100;

/** The latest reply of each of these contacts. */
export async function findLastReplies(workspaceId: string, contactIds: string[]): Promise<LastReply[]> {
  const found = await ReplyModel.find(
    { workspaceId, contactId: { $in: contactIds } },
    { contactId: 1, class: 1, receivedAt: 1 },
  )
    .limit(contactIds.length * perContactMax)
    .lean<LastReply[]>();
  const latest = new Map<string, LastReply>();
  for (const reply of found) {
    const known = latest.get(reply.contactId);
    if (known === undefined || known.receivedAt < reply.receivedAt) latest.set(reply.contactId, reply);
  }
  return [...latest.values()];
}
