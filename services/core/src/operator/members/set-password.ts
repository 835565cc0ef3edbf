import { passwordProblem } from '../../domain/members/password-rules.ts';
import { newId } from '../../domain/values/ids.ts';
import { auditAccount } from '../../engine/members/audit-account.ts';
import { changePassword } from '../../engine/members/change-password.ts';
import { AppError } from '../../errors/errors.ts';
import { findUserByEmail } from '../../store/members/user-store.ts';
import { type Command, operatorActor } from '../command.ts';
import { passwordOptions, readPassword } from './read-password.ts';

/** For users who forgot their password. */
export const setPasswordCommand: Command = {
  name: 'password set',
  summary: 'Give a user a new password and sign them out everywhere.',
  options: {
    email: { value: '<address>', description: 'e-mail address of the user', isRequired: true },
    ...passwordOptions,
  },
  async run(values, { now, input }) {
    const { email = '' } = values;
    const user = await findUserByEmail(email);
    if (!user) throw new AppError('not_found', `There is no user with the e-mail address ${email}.`);
    const password = await readPassword(values, input);
    const problem = await passwordProblem(password, user.email);
    if (problem) throw new AppError('validation_failed', `--password: ${problem}`);
    const act = { actor: operatorActor, via: 'operator', requestId: newId('req'), action: 'set_password' } as const;
    await changePassword(user, password, {
      keptSessionId: null,
      now: now(),
      record: () => auditAccount(user.id, { ...act, summary: 'Gave the account a new password.' }, now()),
    });
    return { text: `${user.email} has a new password.`, data: { userId: user.id, email: user.email } };
  },
};
