import { counted } from '../../domain/text/counted.ts';
import { newId } from '../../domain/values/ids.ts';
import { createAccount, prepareAccount } from '../../engine/members/sign-up.ts';
import { AppError } from '../../errors/errors.ts';
import { type Command, operatorActor } from '../command.ts';
import { passwordOptions, readPassword } from '../members/read-password.ts';

const optionOf: Record<string, string> = { workspaceName: '--name', email: '--email', password: '--password' };

export const createWorkspaceCommand: Command = {
  name: 'workspace create',
  summary: 'Create a user with a workspace of their own and its trial credits.',
  options: {
    name: { value: '<name>', description: 'name of the workspace', isRequired: true },
    email: { value: '<address>', description: 'e-mail address that the owner signs in with', isRequired: true },
    ...passwordOptions,
    'user-name': { value: '<name>', description: 'name of the owner (default: taken from the address)' },
  },
  async run(values, { trialCredits, now, input }) {
    const { name = '', email = '' } = values;
    const password = await readPassword(values, input);
    const userName = values['user-name'] ?? email.split('@')[0]!;
    try {
      const input = { name: userName, email, password, workspaceName: name };
      const by = { actor: operatorActor, via: 'operator', requestId: newId('req') } as const;
      const { user, workspace } = await createAccount(await prepareAccount(input), trialCredits, by, now());
      return {
        text: `Created the workspace ${workspace.name} (${workspace.id}) for ${user.email}, with ${counted(trialCredits, 'credit')}.`,
        data: {
          workspaceId: workspace.id,
          userId: user.id,
          email: user.email,
          name: workspace.name,
          credits: trialCredits,
        },
      };
    } catch (error) {
      throw withOption(error);
    }
  },
};

/** Names the command-line option instead of the page's field. */
function withOption(error: unknown): unknown {
  const detail = error instanceof AppError ? error.options.details?.[0] : undefined;
  const option = detail?.field === undefined ? undefined : optionOf[detail.field];
  return option ? new AppError((error as AppError).code, `${option}: ${detail!.message}`) : error;
}
