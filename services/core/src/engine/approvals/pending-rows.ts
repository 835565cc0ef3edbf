import type { ApprovalRecord } from '../../store/approvals/approval-store.ts';
import { listApprovals } from '../../store/approvals/approval-store.ts';
import { findMessages, type MessageRecord } from '../../store/messages/message-store.ts';
import { findPendingAlike, findPendingTexts, type PendingText } from '../../store/messages/pending-messages.ts';

const requestsMax = 100;
/** Messages that are approved together: the limit of approve_messages. */
const alikeMax = 200;

/** Item to decide: a request of a client or key, or the pending messages of one text. */
export type PendingRow =
  | { kind: 'request'; id: string; at: Date; approval: ApprovalRecord }
  | { kind: 'messages'; id: string; at: Date; text: PendingText; message: MessageRecord };

/** Everything pending in a workspace, the oldest first. */
export async function pendingRows(workspaceId: string, now: Date): Promise<PendingRow[]> {
  const page = { limit: requestsMax, sort: 'id' };
  const { items } = await listApprovals(workspaceId, { isPending: true }, page, now);
  const texts = await findPendingTexts(workspaceId);
  const first = await findMessages(
    workspaceId,
    texts.map(({ firstId }) => firstId),
  );
  const byId = new Map(first.map((message) => [message.id, message]));
  const requests = items.map((approval) => {
    return { kind: 'request' as const, id: approval.id, at: approval.createdAt, approval };
  });
  const messages = texts.flatMap((text) => {
    const message = byId.get(text.firstId);
    return message ? [{ kind: 'messages' as const, id: text.firstId, at: text.at, text, message }] : [];
  });
  return [...requests, ...messages].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** IDs of the pending messages with the same text as one of them. Empty if it is not pending. */
export async function pendingAlike(workspaceId: string, messageId: string): Promise<string[]> {
  const [message] = await findMessages(workspaceId, [messageId]);
  return message?.state === 'awaiting_approval' ? findPendingAlike(message, alikeMax) : [];
}
