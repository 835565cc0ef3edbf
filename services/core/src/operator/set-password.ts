import { passwordProblem } from '../domain/identity/password-rules.ts';
import { AppError } from '../errors.ts';
import { hashPassword } from '../identity/passwords.ts';
import { endSessionsExcept } from '../store/identity/session-store.ts';
import { changePasswordHash, findUserByEmail } from '../store/identity/user-store.ts';
import { inTransaction } from '../store/transaction.ts';
import type { Command } from './command.ts';

/** For who has forgotten it: the product sends no mail of its own. */
export const setPasswordCommand: Command = {
  name: 'password set',
  summary: 'Give a user a new password and sign them out everywhere.',
  options: {
    email: { value: '<address>', description: 'e-mail address of the user', isRequired: true },
    password: { value: '<password>', description: 'the new password, at least 10 characters', isRequired: true },
  },
  async run({ email = '', password = '' }, { now }) {
    const user = await findUserByEmail(email);
    if (!user) throw new AppError('not_found', `There is no user with the e-mail address ${email}.`);
    const problem = passwordProblem(password, user.email);
    if (problem) throw new AppError('validation_failed', `--password: ${problem}`);
    const passwordHash = await hashPassword(password);
    await inTransaction(async () => {
      await changePasswordHash(user.id, passwordHash, now());
      await endSessionsExcept(user.id, null);
    });
    return { text: `${user.email} has a new password.`, data: { userId: user.id, email: user.email } };
  },
};
