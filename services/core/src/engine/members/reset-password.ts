import { AppError } from '../../errors/errors.ts';
import { createProof, findProof, redeemProof } from '../../store/members/proof-store.ts';
import { findUser, type UserRecord } from '../../store/members/user-store.ts';
import { changePassword, requireGoodPassword } from './change-password.ts';

/** Password reset link, valid once for one hour. */
export async function resetLink(userId: string, baseUrl: string, now: Date): Promise<string> {
  return `${baseUrl}/app/reset?token=${await createProof('password_reset', userId, now)}`;
}

/** User of a reset link. Throws if the link was used or has expired. */
export async function ownerOfResetLink(token: string, now: Date): Promise<UserRecord> {
  const proof = await findProof('password_reset', token, now);
  const user = proof?.userId && (await findUser(proof.userId));
  if (!user) throw usedLink();
  return user;
}

/** Resets the password, which signs out all browsers and connections. Keeps two-step sign-in. */
export async function resetPassword(
  token: string,
  password: string,
  record: (user: UserRecord) => Promise<void>,
  now: Date,
): Promise<UserRecord> {
  const user = await ownerOfResetLink(token, now);
  await requireGoodPassword(password, user.email, 'newPassword');
  await changePassword(user, password, {
    keptSessionId: null,
    now,
    async record() {
      if (!(await redeemProof('password_reset', token, now))) throw usedLink();
      await record(user);
    },
  });
  return user;
}

function usedLink(): AppError {
  return new AppError('expired', 'This link was used already, or is older than an hour. Ask for another one.');
}
