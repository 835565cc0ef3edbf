import { AppError } from '../errors.ts';
import { type AttemptLimit, countAttempt, forgetAttempts } from '../store/identity/login-throttle-store.ts';
import { findPasswordHash, normaliseUserEmail, type UserRecord } from '../store/identity/user-store.ts';
import { isPasswordRight, verifyNobody } from './passwords.ts';

const windowMs = 15 * 60_000;
const perAccountAndAddressMax = 10;
const perAccountMax = 50;
const perAddressMax = 100;

/** The user, or null when address and password do not belong together; throws `rate_limited` past the limits. */
export async function checkCredentials(
  email: string,
  password: string,
  clientAddress: string,
  now: Date,
): Promise<UserRecord | null> {
  const account = normaliseUserEmail(email);
  const limits: AttemptLimit[] = [
    { subject: `sign-in:${account}:${clientAddress}`, attemptsMax: perAccountAndAddressMax, windowMs },
    { subject: `sign-in:${account}`, attemptsMax: perAccountMax, windowMs },
    { subject: `sign-in-from:${clientAddress}`, attemptsMax: perAddressMax, windowMs },
  ];
  await countAgainst(limits, now);
  const found = await findPasswordHash(account);
  const isRight = found ? await isPasswordRight(found.passwordHash, password) : await verifyNobody(password);
  if (!found || !isRight) return null;
  for (const limit of limits.slice(0, 2)) await forgetAttempts(limit, now);
  return found.user;
}

/** Throws `rate_limited` with the time to wait when one of the limits is passed. */
export async function countAgainst(limits: AttemptLimit[], now: Date): Promise<void> {
  let waitSeconds = 0;
  for (const limit of limits) waitSeconds = Math.max(waitSeconds, await countAttempt(limit, now));
  if (waitSeconds === 0) return;
  const minutes = Math.ceil(waitSeconds / 60);
  const message = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  throw new AppError('rate_limited', message, { retryAfterSeconds: waitSeconds });
}
