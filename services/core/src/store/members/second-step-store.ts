import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, nullable, number, string, strings } from '../documents/paths.ts';

export type SecondStepDoc = DocOf<typeof SecondStepModel>;

export const SecondStepModel = defineModel(
  'SecondStep',
  'second_steps',
  stored({
    /** ID of the user. */
    _id: string,
    /** Secret shared with the authenticator app, sealed. Null if its key was lost: the recovery codes still work. */
    secret: nullable(string),
    /** Time step of the last used code, so that no code works twice. */
    lastStep: number,
    /** SHA-256 of each unused recovery code. */
    recoveryHashes: strings,
    createdAt: date,
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
