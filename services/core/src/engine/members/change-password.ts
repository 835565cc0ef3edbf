import { passwordProblem } from '../../domain/members/password-rules.ts';
import { AppError } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { endSessionsExcept } from '../../store/members/session-store.ts';
import { changePasswordHash, type UserRecord } from '../../store/members/user-store.ts';
import { hashPassword } from './passwords.ts';

/** Throws if a chosen password is not acceptable. */
export async function requireGoodPassword(password: string, email: string, field: string): Promise<void> {
  const problem = await passwordProblem(password, email);
  if (problem) throw new AppError('validation_failed', problem, { field });
}

/** Changes the password and signs out all other browsers. */
export async function changePassword(user: UserRecord, next: string, sessionId: string, now: Date): Promise<void> {
  const passwordHash = await hashPassword(next);
  await inTransaction(async () => {
    await changePasswordHash(user.id, passwordHash, now);
    await endSessionsExcept(user.id, sessionId);
  });
}
