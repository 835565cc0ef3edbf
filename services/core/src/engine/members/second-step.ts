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

// RFC 6238 with values that every authenticator app supports.
const periodSeconds = 30;
const digits = 6;
const secretBytes = 20;
/** One time step before and after, because phone clocks are not exact. */
const window = 1;
const codePattern = /^\d{6}$/;
const attempts = { attemptsMax: 10, windowMs: 15 * 60_000 };

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Outbound', label, period: periodSeconds, digits, secret: Secret.fromBase32(secret) });
}

export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** URI in the QR code. */
export function addressOfSecret(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** Time step of the code. Null if the code is wrong. */
function stepOf(secret: string, code: string, now: Date): number | null {
  if (!codePattern.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? null : Math.floor(now.getTime() / (periodSeconds * 1_000)) + delta;
}

/** Turns on two-step sign-in after a code proves that the app has the secret. Returns the recovery codes. */
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

/** Checks a code from the app or a recovery code. Each works once. Throws `rate_limited` after ten attempts. */
export async function isSecondStepRight(userId: string, given: string, keyRing: KeyRing, now: Date): Promise<boolean> {
  await countAgainst([{ subject: `second-step:${userId}`, ...attempts }], now);
  const code = given.replaceAll(' ', '');
  if (!codePattern.test(code)) return useRecoveryHash(userId, recoveryHash(code));
  const found = await findSecondStep(userId);
  if (!found?.secret) return false;
  const step = stepOf(unseal(keyRing, secondStepSeal(userId), found.secret), code, now);
  return step !== null && useTimeStep(userId, step);
}
