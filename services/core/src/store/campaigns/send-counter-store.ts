import { Schema } from 'mongoose';
import { defineModel } from '../define-model.ts';
import { isDuplicateKey } from '../transaction.ts';

/** How many messages a mailbox, a campaign or a company has had on one day. */
interface SendCounterDoc {
  _id: string;
  workspaceId: string;
  subjectId: string;
  /** YYYY-MM-DD in the zone that the cap is counted in. */
  day: string;
  count: number;
  expiresAt: Date;
}

const keptMs = 400 * 86_400_000;

const schema = new Schema({
  workspaceId: { type: String, required: true },
  subjectId: { type: String, required: true },
  day: { type: String, required: true },
  count: { type: Number, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ workspaceId: 1, subjectId: 1, day: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const SendCounterModel = defineModel<SendCounterDoc>('SendCounter', 'send_counters', schema);

const idOf = (workspaceId: string, subjectId: string, day: string) => `${workspaceId}/${subjectId}/${day}`;

/** Takes one place under the cap; false when the day is full. Holds under any number of workers: it is one conditional update. */
export const reserveSend = async (
  workspaceId: string,
  subjectId: string,
  day: string,
  cap: number,
  now: Date,
): Promise<boolean> => {
  if (cap <= 0) return false;
  const _id = idOf(workspaceId, subjectId, day);
  const setOnInsert = { workspaceId, subjectId, day, expiresAt: new Date(now.getTime() + keptMs) };
  try {
    const { matchedCount, upsertedCount } = await SendCounterModel.updateOne(
      { _id, count: { $lt: cap } },
      { $inc: { count: 1 }, $setOnInsert: setOnInsert },
      { upsert: true },
    );
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    // The counter exists and is full (or was just made by another worker): the upsert then collides on _id.
    if (!isDuplicateKey(error)) throw error;
    const { matchedCount } = await SendCounterModel.updateOne({ _id, count: { $lt: cap } }, { $inc: { count: 1 } });
    return matchedCount === 1;
  }
};

/** Gives a place back that was not used. */
export const releaseSend = async (workspaceId: string, subjectId: string, day: string): Promise<void> => {
  await SendCounterModel.updateOne(
    { _id: idOf(workspaceId, subjectId, day), count: { $gt: 0 } },
    { $inc: { count: -1 } },
  );
};

export const countSends = async (workspaceId: string, subjectId: string, day: string): Promise<number> => {
  const counter = await SendCounterModel.findOne({ _id: idOf(workspaceId, subjectId, day) }).lean<SendCounterDoc>();
  return counter?.count ?? 0;
};
