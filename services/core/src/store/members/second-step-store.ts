import { defineModel, StoredSchema } from '../documents/define-model.ts';

export interface SecondStepDoc {
  /** The user's. */
  _id: string;
  /** The secret that code and phone share, sealed; null when its key was lost: the recovery codes still work. */
  secret: string | null;
  /** The time step of the last code that was used: no code works twice. */
  lastStep: number;
  /** SHA-256 of each recovery code that is left. */
  recoveryHashes: string[];
  createdAt: Date;
}

export const SecondStepModel = defineModel<SecondStepDoc>(
  'SecondStep',
  'second_steps',
  new StoredSchema<SecondStepDoc>({
    secret: { type: String, default: null },
    lastStep: { type: Number, required: true },
    recoveryHashes: { type: [String], required: true },
    createdAt: { type: Date, required: true },
  }),
);

/** The context that the secret of a user is sealed in. */
export function secondStepSeal(userId: string): string {
  return `second step ${userId}`;
}

export async function findSecondStep(userId: string): Promise<SecondStepDoc | null> {
  return SecondStepModel.findOne({ _id: userId }).lean();
}

export async function saveSecondStep({ _id, ...step }: SecondStepDoc): Promise<void> {
  await SecondStepModel.updateOne({ _id }, { $set: step }, { upsert: true });
}

export async function removeSecondStep(userId: string): Promise<boolean> {
  return (await SecondStepModel.deleteOne({ _id: userId })).deletedCount > 0;
}

/** Whether nobody used a code of this time step, or of a later one, before. */
export async function useTimeStep(userId: string, step: number): Promise<boolean> {
  const { modifiedCount } = await SecondStepModel.updateOne(
    { _id: userId, lastStep: { $lt: step } },
    { $set: { lastStep: step } },
  );
  return modifiedCount > 0;
}

/** Whether the code was there; it is not any more. */
export async function useRecoveryHash(userId: string, recoveryHash: string): Promise<boolean> {
  const { modifiedCount } = await SecondStepModel.updateOne(
    { _id: userId, recoveryHashes: recoveryHash },
    { $pull: { recoveryHashes: recoveryHash } },
  );
  return modifiedCount > 0;
}

export async function replaceRecoveryHashes(userId: string, recoveryHashes: string[]): Promise<void> {
  await SecondStepModel.updateOne({ _id: userId }, { $set: { recoveryHashes } });
}
