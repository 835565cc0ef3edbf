import type { Approval } from './connections.ts';
import { limitDefaults } from './consent-page.ts';

/** Returns the problem of a password, or undefined if it is right. */
export type CheckPassword = (userId: string, password: string, address: string) => Promise<string | undefined>;

/** More than the default limits requires the password, because a stolen session must not widen what a program may do. */
export async function findPasswordFault(
  checkPassword: CheckPassword,
  { userId, dailyLimits }: Pick<Approval, 'userId' | 'dailyLimits'>,
  password: unknown,
  address = '',
): Promise<string | undefined> {
  const { credits, recipients } = dailyLimits;
  // Null is no limit.
  const [creditsMost, recipientsMost] = [credits ?? Number.POSITIVE_INFINITY, recipients ?? Number.POSITIVE_INFINITY];
  if (creditsMost <= limitDefaults.credits && recipientsMost <= limitDefaults.recipients) return undefined;
  if (typeof password !== 'string' || password === '') return 'Enter your password for limits above the defaults.';
  return checkPassword(userId, password, address);
}
