import { newId } from '../../domain/values/ids.ts';
import { auditAccount } from '../../engine/members/audit-account.ts';
import { resetLink } from '../../engine/members/reset-password.ts';
import { AppError } from '../../errors/errors.ts';
import { removePasskeys } from '../../store/members/passkey-store.ts';
import { removeSecondStep } from '../../store/members/second-step-store.ts';
import { findUserByEmail } from '../../store/members/user-store.ts';
import { type Command, operatorActor } from '../command.ts';

/** Creates a link, so that the operator never learns the password. */
export const linkPasswordCommand: Command = {
  name: 'password link',
  summary: 'Make a link with which a user chooses a new password, within an hour.',
  options: {
    email: { value: '<address>', description: 'e-mail address of the user', isRequired: true },
    'remove-second-step': { description: 'remove their second step and passkeys too: for who lost phone and codes' },
  },
  async run(values, { now, config }) {
    const { email = '' } = values;
    const user = await findUserByEmail(email);
    if (!user) throw new AppError('not_found', `There is no user with the e-mail address ${email}.`);
    const isWithoutStep = values['remove-second-step'] !== undefined;
    if (isWithoutStep) {
      await removeSecondStep(user.id);
      await removePasskeys(user.id);
    }
    const summary = `Made a link to reset a password${isWithoutStep ? ', and removed second step and passkeys' : ''}.`;
    const act = { actor: operatorActor, via: 'operator', requestId: newId('req'), action: 'link_password' } as const;
    await auditAccount(user.id, { ...act, summary }, now());
    const link = await resetLink(user.id, config?.baseUrl ?? '', now());
    return { text: link, data: { userId: user.id, email: user.email, link } };
  },
};
