import { passwordProblem } from '../domain/identity/password-rules.ts';
import { AppError } from '../errors.ts';
import { endSessionsExcept } from '../store/identity/session-store.ts';
import { changePasswordHash, type UserRecord } from '../store/identity/user-store.ts';
import { inTransaction } from '../store/transaction.ts';
import { hashPassword } from './passwords.ts';

/** Throws what is wrong with a password that somebody chose. */
export async function requireGoodPassword(password: string, email: string, field: string): Promise<void> {
  const problem = await passwordProblem(password, email);
  if (problem) throw new AppError('validation_failed', problem, { field });
}

/** Signs all other browsers out. */
export async function changePassword(user: UserRecord, next: string, sessionId: string, now: Date): Promise<void> {
  const passwordHash = await hashPassword(next);
  await inTransaction(async () => {
    await changePasswordHash(user.id, passwordHash, now);
    await endSessionsExcept(user.id, sessionId);
  });
}
