import { Secret, TOTP } from 'otpauth';
import { newRecoveryCodes, recoveryHash } from '../../domain/members/recovery-codes.ts';
import { AppError } from '../../errors/errors.ts';
import type { KeyRing } from '../../secrets/key-ring.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import {
  findSecondStep,
  replaceRecoveryHashes,
  saveSecondStep,
  secondStepSeal,
  useRecoveryHash,
  useTimeStep,
} from '../../store/members/second-step-store.ts';
import { countAgainst } from './check-credentials.ts';

// RFC 6238 with what every authenticator app supports.
const periodSeconds = 30;
const digits = 6;
const secretBytes = 20;
/** One step before and after: clocks of phones are not right to the second. */
const window = 1;
const codePattern = /^\d{6}$/;
const attempts = { attemptsMax: 10, windowMs: 15 * 60_000 };

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Outbound', label, period: periodSeconds, digits, secret: Secret.fromBase32(secret) });
}

export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What the code to scan says. */
export function addressOfSecret(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The time step that the code belongs to; null when it is wrong. */
function stepOf(secret: string, code: string, now: Date): number | null {
  if (!codePattern.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? null : Math.floor(now.getTime() / (periodSeconds * 1_000)) + delta;
}

/** Switches the second step on, once a code shows that the app has the secret; returns the recovery codes. */
export async function startSecondStep(
  userId: string,
  { secret, code }: { secret: string; code: string },
  keyRing: KeyRing,
  now: Date,
): Promise<string[]> {
  const step = stepOf(secret, code.replaceAll(' ', ''), now);
  if (step === null) {
    const message =
      'This code does not fit. Enter the one that the app shows now; the clock of the phone has to be right.';
    throw new AppError('validation_failed', message, { field: 'code' });
  }
  const codes = newRecoveryCodes();
  await saveSecondStep({
    _id: userId,
    secret: seal(keyRing, secondStepSeal(userId), secret),
    lastStep: step,
    recoveryHashes: codes.map(recoveryHash),
    createdAt: now,
  });
  return codes;
}

export async function renewRecoveryCodes(userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryHashes(userId, codes.map(recoveryHash));
  return codes;
}

/** A code of the app, or a recovery code; each works once. Throws `rate_limited` past ten tries. */
export async function isSecondStepRight(userId: string, given: string, keyRing: KeyRing, now: Date): Promise<boolean> {
  await countAgainst([{ subject: `second-step:${userId}`, ...attempts }], now);
  const code = given.replaceAll(' ', '');
  if (!codePattern.test(code)) return useRecoveryHash(userId, recoveryHash(code));
  const found = await findSecondStep(userId);
  if (!found?.secret) return false;
  const step = stepOf(unseal(keyRing, secondStepSeal(userId), found.secret), code, now);
  return step !== null && useTimeStep(userId, step);
}
