import { passwordProblem } from '../domain/identity/password-rules.ts';
import { AppError, type ErrorDetail } from '../errors.ts';
import { endSessionsExcept } from '../store/identity/session-store.ts';
import { changePasswordHash, type UserRecord } from '../store/identity/user-store.ts';
import { inTransaction } from '../store/transaction.ts';
import { checkCredentials } from './check-credentials.ts';
import { hashPassword } from './passwords.ts';

/** Asks for the present password again, and signs all other browsers out. */
export async function changePassword(
  user: UserRecord,
  passwords: { current: string; next: string },
  client: { sessionId: string; address: string },
  now: Date,
): Promise<void> {
  const problem = passwordProblem(passwords.next, user.email);
  if (problem) throw refusal({ field: 'newPassword', message: problem });
  if (!(await checkCredentials(user.email, passwords.current, client.address, now))) {
    throw refusal({ field: 'currentPassword', message: 'This is not your present password.' });
  }
  const passwordHash = await hashPassword(passwords.next);
  await inTransaction(async () => {
    await changePasswordHash(user.id, passwordHash, now);
    await endSessionsExcept(user.id, client.sessionId);
  });
}

function refusal(detail: ErrorDetail): AppError {
  return new AppError('validation_failed', detail.message, { details: [detail] });
}
