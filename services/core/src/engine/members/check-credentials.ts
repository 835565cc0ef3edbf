import { clientNetwork } from '@outbound/node-service/http/client-network';
import { AppError } from '../../errors/errors.ts';
import { type AttemptLimit, countAttempt, forgetAttempts } from '../../store/members/login-throttle-store.ts';
import { findPasswordHash, normaliseUserEmail, type UserRecord } from '../../store/members/user-store.ts';
import { isPasswordRight, verifyNobody } from './passwords.ts';

const windowMs = 15 * 60_000;
const perAccountAndAddressMax = 10;
const perAccountMax = 50;
const perAddressMax = 100;

/** The user, or null if the email address and password do not match. Throws `rate_limited` over the limits. */
export async function checkCredentials(
  email: string,
  password: string,
  clientAddress: string,
  now: Date,
): Promise<UserRecord | null> {
  const account = normaliseUserEmail(email);
  const client = clientNetwork(clientAddress);
  const ofBoth = { subject: `sign-in:${account}:${client}`, attemptsMax: perAccountAndAddressMax, windowMs };
  const ofAddress = { subject: `sign-in-from:${client}`, attemptsMax: perAddressMax, windowMs };
  const ofAccount = { subject: `sign-in:${account}`, attemptsMax: perAccountMax, windowMs };
  // Count the account's limit last, so that a client over its own limit does not lock out others.
  await countAgainst([ofBoth, ofAddress, ofAccount], now);
  const found = await findPasswordHash(account);
  const isRight = found ? await isPasswordRight(found.passwordHash, password) : await verifyNobody(password);
  if (!found || !isRight) return null;
  for (const limit of [ofBoth, ofAccount]) await forgetAttempts(limit, now);
  return found.user;
}

/** Throws `rate_limited` with the wait time at the first exceeded limit. Later limits are then not counted. */
export async function countAgainst(limits: AttemptLimit[], now: Date): Promise<void> {
  for (const limit of limits) {
    const waitSeconds = await countAttempt(limit, now);
    if (waitSeconds > 0) throw tooMany(waitSeconds);
  }
}

function tooMany(waitSeconds: number): AppError {
  const minutes = Math.ceil(waitSeconds / 60);
  const message = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  return new AppError('rate_limited', message, { retryAfterSeconds: waitSeconds });
}
