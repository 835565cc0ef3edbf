import { AppError } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { createProof, dropProofs, findProof, redeemProof } from '../../store/members/proof-store.ts';
import { endSessionsExcept } from '../../store/members/session-store.ts';
import { changePasswordHash, findUser, type UserRecord } from '../../store/members/user-store.ts';
import { requireGoodPassword } from './change-password.ts';
import { hashPassword } from './passwords.ts';

/** Password reset link, valid once for one hour. */
export async function resetLink(userId: string, baseUrl: string, now: Date): Promise<string> {
  return `${baseUrl}/app/reset?token=${await createProof('password_reset', userId, now)}`;
}

/** User of a reset link. Throws if the link was used or has expired. */
export async function ownerOfResetLink(token: string, now: Date): Promise<UserRecord> {
  const proof = await findProof('password_reset', token, now);
  const user = proof?.userId && (await findUser(proof.userId));
  if (!user)
    throw new AppError('expired', 'This link was used already, or is older than an hour. Ask for another one.');
  return user;
}

/** Resets the password and signs out all browsers. Keeps two-step sign-in. */
export async function resetPassword(token: string, password: string, now: Date): Promise<UserRecord> {
  const user = await ownerOfResetLink(token, now);
  await requireGoodPassword(password, user.email, 'newPassword');
  const passwordHash = await hashPassword(password);
  await inTransaction(async () => {
    if (!(await redeemProof('password_reset', token, now))) await ownerOfResetLink(token, now);
    await changePasswordHash(user.id, passwordHash, now);
    await endSessionsExcept(user.id, null);
    await dropProofs(user.id);
  });
  return user;
}
