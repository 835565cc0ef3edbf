import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { date, nullable, number, string } from '../documents/paths.ts';

type PasskeyDoc = DocOf<typeof PasskeyModel>;

const PasskeyModel = defineModel(
  'Passkey',
  'passkeys',
  stored({
    /** ID of the credential, as the browser provides it. */
    _id: string,
    userId: string,
    name: string,
    /** COSE key, base64url. */
    publicKey: string,
    /** Number of uses, if the device counts them. A decreasing counter reveals a copy. */
    counter: number,
    createdAt: date,
    usedAt: nullable(date),
  }).index({ userId: 1, _id: 1 }),
);

export type PasskeyRecord = RecordOf<PasskeyDoc>;

export const passkeysMax = 20;

export async function addPasskey({ id: _id, ...passkey }: PasskeyRecord): Promise<void> {
  await PasskeyModel.create([{ _id, ...passkey }]);
}

export async function findPasskey(id: string): Promise<PasskeyRecord | null> {
  const found = await PasskeyModel.findOne({ _id: id }).lean();
  return found && toRecord(found);
}

export async function listPasskeys(userId: string): Promise<PasskeyRecord[]> {
  const found = await PasskeyModel.find({ userId }).sort({ _id: 1 }).limit(passkeysMax).lean();
  return found.map(toRecord);
}

export async function notePasskeyUse(userId: string, id: string, counter: number, now: Date): Promise<void> {
  await PasskeyModel.updateOne({ _id: id, userId }, { $set: { counter, usedAt: now } });
}

export async function removePasskey(userId: string, id: string): Promise<boolean> {
  return (await PasskeyModel.deleteOne({ _id: id, userId })).deletedCount > 0;
}

export async function removePasskeys(userId: string): Promise<number> {
  return (await PasskeyModel.deleteMany({ userId })).deletedCount;
}
