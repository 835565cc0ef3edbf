import type { StoredManifest } from '../../../domain/approvals/manifest.ts';
import { autopilotOf } from '../../../domain/replies/autopilot/autopilot-rules.ts';
import { addUsage, readUsage } from '../../../store/approvals/connection-usage-store.ts';
import { findApiKey } from '../../../store/members/api-key-store.ts';
import { knownStanding } from '../../../store/members/membership-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';

export type Authority = Pick<StoredManifest, 'connectionId' | 'isByAutopilot'>;

/** Counter of autopilot's launches. */
const autopilotUsage = 'autopilot';

/**
 * Number of changed messages that the authority of the first execution still covers today, and counts them. 0 for what
 * a person approved, and after the key ended or autopilot was switched off. Call inside a transaction.
 */
export async function takeAgain(
  { connectionId, isByAutopilot }: Authority,
  wanted: number,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<number> {
  const { id: workspaceId } = workspace;
  if (isByAutopilot) {
    const { launches } = autopilotOf(workspace.autopilotRules);
    return launches.isOn ? takeOf(workspaceId, [[autopilotUsage, launches.recipientsPerDay]], wanted, now) : 0;
  }
  const key = connectionId === null ? null : await findApiKey(connectionId);
  const isOver = key === null || key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now);
  if (isOver || key.workspaceId !== workspaceId || workspace.suspendedAgents?.includes(key.id)) return 0;
  const standing = await knownStanding(workspaceId, key.createdBy);
  if (standing === null) return 0;
  const ofMember = standing.dailyLimits?.recipients ?? null;
  const limits: [string, number | null][] = [
    [key.id, key.dailyLimits.recipients],
    ...(standing.dailyLimits === undefined ? [] : [[key.createdBy, ofMember] satisfies [string, number | null]]),
  ];
  return takeOf(workspaceId, limits, wanted, now);
}

async function takeOf(
  workspaceId: string,
  limits: readonly [id: string, recipients: number | null][],
  wanted: number,
  now: Date,
): Promise<number> {
  let taken = wanted;
  for (const [id, recipients] of limits) {
    if (recipients === null) continue;
    const used = await readUsage(workspaceId, id, now);
    taken = Math.min(taken, Math.max(0, recipients - used.recipients));
  }
  for (const [id] of limits) if (taken > 0) await addUsage(workspaceId, id, { credits: 0, recipients: taken }, now);
  return taken;
}
