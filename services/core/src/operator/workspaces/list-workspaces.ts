import { counted } from '../../domain/text/counted.ts';
import { readBalance } from '../../store/credits/balance-store.ts';
import { findUser } from '../../store/members/user-store.ts';
import { everyWorkspace } from '../../store/workspaces/workspace-store.ts';
import type { Command } from '../command.ts';

export const listWorkspacesCommand: Command = {
  name: 'workspace list',
  summary: 'List every workspace with its owner.',
  options: {},
  async run() {
    const workspaces = [];
    for await (const { id, name, ownerId, plan, createdAt } of everyWorkspace()) {
      const owner = (await findUser(ownerId))?.email ?? null;
      const credits = await readBalance(id);
      workspaces.push({ workspaceId: id, name, owner, plan, credits, createdAt: createdAt.toISOString() });
    }
    const lines = workspaces.map(
      ({ workspaceId, name, owner, credits, createdAt }) =>
        `${workspaceId}  ${createdAt.slice(0, 10)}  ${counted(credits, 'credit')}  ${owner ?? '(no owner)'}  ${name}`,
    );
    return { text: lines.length === 0 ? 'There is no workspace.' : lines.join('\n'), data: { workspaces } };
  },
};
