import { toRecord } from '../../documents/define-model.ts';
import { unlessLocked } from '../../documents/transaction.ts';
import { type ReplyDoc, ReplyModel, type ReplyRecord } from '../reply-store.ts';

/** Claims the oldest reply that autopilot has not processed, permanently and for one worker. */
export async function claimReplyForAutopilot(): Promise<ReplyRecord | null> {
  const claimed = await unlessLocked(() =>
    ReplyModel.findOneAndUpdate(
      { isForAutopilot: true },
      { $unset: { isForAutopilot: 1 } },
      { sort: { receivedAt: 1 }, returnDocument: 'after' },
    ).lean<ReplyDoc>(),
  );
  return claimed && toRecord(claimed);
}
