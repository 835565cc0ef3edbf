import { defineModel, StoredSchema } from '../documents/define-model.ts';

export interface SecondStepDoc {
  /** ID of the user. */
  _id: string;
  /** Secret shared with the authenticator app, sealed. Null if its key was lost: the recovery codes still work. */
  secret: string | null;
  /** Time step of the last used code, so that no code works twice. */
  lastStep: number;
  /** SHA-256 of each unused recovery code. */
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

/** Context in which the secret of a user is sealed. */
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

/** True if no code of this or a later time step was used before. */
export async function useTimeStep(userId: string, step: number): Promise<boolean> {
  const { modifiedCount } = await SecondStepModel.updateOne(
    { _id: userId, lastStep: { $lt: step } },
    { $set: { lastStep: step } },
  );
  return modifiedCount > 0;
}

/** True if the code existed. It is used up now. */
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
