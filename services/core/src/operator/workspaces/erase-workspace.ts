import { notFound } from '../../errors/errors.ts';
import { eraseWorkspaceData } from '../../store/maintenance/erase-workspace-data.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { type Command, UsageError } from '../command.ts';

export const eraseWorkspaceCommand: Command = {
  name: 'workspace erase',
  summary: 'Erase a workspace with everything in it, for good. Its members stay users.',
  options: {
    workspace: { value: '<wsp_…>', description: 'which one', isRequired: true },
    confirm: { value: '<name>', description: 'its name, exactly', isRequired: true },
  },
  async run({ workspace: workspaceId = '', confirm = '' }) {
    const workspace = await findWorkspace(workspaceId);
    if (workspace === null) throw notFound('workspace', workspaceId);
    if (confirm !== workspace.name)
      throw new UsageError(`--confirm: the name of ${workspaceId} is "${workspace.name}"; nothing was erased.`);
    await eraseWorkspaceData(workspaceId);
    const text = `${workspace.name} (${workspaceId}) is erased. Backups made before still hold it.`;
    return { text, data: { workspaceId, name: workspace.name } };
  },
};
