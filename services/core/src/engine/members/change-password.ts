import { passwordProblem } from '../../domain/members/password-rules.ts';
import { AppError } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { changePasswordHash, type UserRecord } from '../../store/members/user-store.ts';
import { endWithPassword } from './authority/end-authority.ts';
import { hashPassword } from './passwords.ts';

/** Throws if a chosen password is not acceptable. */
export async function requireGoodPassword(password: string, email: string, field: string): Promise<void> {
  const problem = await passwordProblem(password, email);
  if (problem) throw new AppError('validation_failed', problem, { field });
}

export interface PasswordChange {
  /** Session that stays signed in. Null for none. */
  keptSessionId: string | null;
  now: Date;
  /** Writes the audit entry, in the same transaction. Runs before anything ends, and can throw to change nothing. */
  record(): Promise<void>;
}

/**
 * Stores a new password. In the same transaction, it ends the person's other sessions, reset links, pending sign-ins,
 * connections, and what those requested.
 */
export async function changePassword(
  { id: userId }: UserRecord,
  next: string,
  { keptSessionId, now, record }: PasswordChange,
): Promise<void> {
  const passwordHash = await hashPassword(next);
  await inTransaction(async () => {
    await record();
    await changePasswordHash(userId, passwordHash, now);
    await endWithPassword(userId, { end: 'new password', keptSessionId, now });
  });
}
