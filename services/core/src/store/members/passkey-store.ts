import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';

interface PasskeyDoc {
  /** ID of the credential, as the browser provides it. */
  _id: string;
  userId: string;
  name: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** Number of uses, if the device counts them. A decreasing counter reveals a copy. */
  counter: number;
  createdAt: Date;
  usedAt: Date | null;
}

const PasskeyModel = defineModel<PasskeyDoc>(
  'Passkey',
  'passkeys',
  new StoredSchema<PasskeyDoc>({
    userId: { type: String, required: true },
    name: { type: String, required: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    usedAt: { type: Date, default: null },
  }).index({ userId: 1, _id: 1 }),
);

export type PasskeyRecord = Omit<PasskeyDoc, '_id'> & { id: string };

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
