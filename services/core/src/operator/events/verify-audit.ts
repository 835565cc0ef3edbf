import { clockStepText } from '../../domain/events/audit/clock-steps.ts';
import { counted } from '../../domain/text/counted.ts';
import { type ChainReport, verifyChain } from '../../engine/events/audit/verify-chain.ts';
import { everyWorkspace } from '../../store/workspaces/workspace-store.ts';
import type { Command } from '../command.ts';

function linesOf({ workspaceId, entries, head, tail, problems, steps }: ChainReport): string[] {
  const end = `chained up to ${head.seq} (${head.hash.slice(0, 16)})`;
  const open =
    tail.count === 0 ? '' : `; ${counted(tail.count, 'entry')} since ${tail.since?.toISOString()} not chained yet`;
  const first = `${workspaceId}  ${counted(entries, 'entry')}, ${end}${open}`;
  return [first, ...[...steps.map(clockStepText), ...problems].map((line) => `${workspaceId}  ${line}`)];
}

export const verifyAuditCommand: Command = {
  name: 'audit verify',
  summary: 'Check that no entry of the audit logs was changed, removed or inserted.',
  options: { workspace: { value: '<wsp_…>', description: 'one workspace (default: all)' } },
  async run({ workspace }) {
    const reports: ChainReport[] = [];
    if (workspace !== undefined) reports.push(await verifyChain(workspace));
    else for await (const { id } of everyWorkspace()) reports.push(await verifyChain(id));
    const text = reports.flatMap(linesOf).join('\n') || 'There is no workspace.';
    return { text, data: { workspaces: reports }, hasFailed: reports.some(({ problems }) => problems.length > 0) };
  },
};
