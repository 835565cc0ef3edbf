import { counted } from '../../domain/text/counted.ts';
import { carryOutRetention, planRetention, type RetentionStep } from '../../engine/workspaces/retention.ts';
import { notFound } from '../../errors/errors.ts';
import { everyWorkspace, findWorkspace, type WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import type { Command } from '../command.ts';

async function* workspacesOf(workspaceId: string | undefined): AsyncGenerator<WorkspaceRecord> {
  if (workspaceId === undefined) {
    yield* everyWorkspace();
    return;
  }
  const workspace = await findWorkspace(workspaceId);
  if (workspace === null) throw notFound('workspace', workspaceId);
  yield workspace;
}

function lineOf({ workspaceId, kind, days, count }: RetentionStep): string {
  return `${workspaceId}  ${kind.padEnd(9)} older than ${counted(days, 'day')}: ${counted(count, 'record')}`;
}

export const retentionCommand: Command = {
  name: 'retention',
  summary: 'Show what the retention settings of the workspaces remove now; with --run, remove it.',
  options: {
    workspace: { value: '<wsp_…>', description: 'one workspace (default: all)' },
    run: { description: 'remove it now, without waiting for the worker' },
  },
  async run(values, { now }) {
    const steps: (RetentionStep & { removed?: number })[] = [];
    for await (const workspace of workspacesOf(values.workspace))
      for (const step of await planRetention(workspace, now()))
        steps.push(values.run === undefined ? step : { ...step, removed: await carryOutRetention(step) });
    const verb = values.run === undefined ? 'Would remove' : 'Removed';
    const text =
      steps.length === 0 ? 'Nothing is older than it may be.' : [`${verb}:`, ...steps.map(lineOf)].join('\n');
    return { text, data: { steps } };
  },
};
