import { notFound } from '../../errors/errors.ts';
import { countContents } from '../../store/backup/store-contents.ts';
import { eraseWorkspaceData } from '../../store/maintenance/erase-workspace-data.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { type Command, UsageError } from '../command.ts';
import { confirm, listCounts, yesOption } from '../terminal/confirm.ts';

export const eraseWorkspaceCommand: Command = {
  name: 'workspace erase',
  summary: 'Erase a workspace with everything in it, for good. Its members stay users.',
  options: {
    workspace: { value: '<wsp_…>', description: 'which one', isRequired: true },
    confirm: { value: '<name>', description: 'its name, exactly; without it you are asked' },
    ...yesOption,
  },
  async run(values, environment) {
    const { workspace: workspaceId = '', confirm: typed } = values;
    const workspace = await findWorkspace(workspaceId);
    if (workspace === null) throw notFound('workspace', workspaceId);
    const { name } = workspace;
    if (typed !== undefined && typed !== name)
      throw new UsageError(`--confirm: the name of ${workspaceId} is "${name}"; nothing was erased.`);
    const { contact, suppression, message } = await countContents(workspaceId);
    const loss = `This erases ${name} for good, with ${listCounts({ contact, suppression, message })}.`;
    if (typed === undefined) await confirm({ loss, answer: name }, values, environment);
    await eraseWorkspaceData(workspaceId);
    const text = `${workspace.name} (${workspaceId}) is erased. Backups made before still hold it.`;
    return { text, data: { workspaceId, name: workspace.name } };
  },
};
