import { toRecord } from '../documents/define-model.ts';
import { serverNow } from '../documents/server-clock.ts';
import { unlessLocked } from '../documents/transaction.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';
import type { MessageRecord } from './message-store.ts';

/**
 * Ends one message whose worker died in the middle of the SMTP dialogue: it becomes `unconfirmed`. Returns null without
 * such a message.
 */
export async function recoverLostMessage(now: Date): Promise<MessageRecord | null> {
  const serverTime = await serverNow();
  const message = await unlessLocked(() =>
    MessageModel.findOneAndUpdate(
      { state: 'sending', leaseUntil: { $lte: serverTime } },
      {
        $set: {
          leaseOwner: null,
          leaseUntil: new Date(0),
          state: 'unconfirmed',
          sentAt: now,
          updatedAt: now,
          lastError: 'The worker stopped while it was sending.',
        },
        $inc: { version: 1, fence: 1 },
      },
      { sort: { leaseUntil: 1 }, returnDocument: 'after' },
    ).lean<MessageDoc>(),
  );
  return message && toRecord(message);
}
