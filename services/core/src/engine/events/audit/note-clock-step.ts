import { type ClockStep, explainsOrder } from '../../../domain/events/audit/clock-steps.ts';
import {
  addClockStep,
  findClockSteps,
  findWorkspacesWithEntries,
  hasEntriesAfter,
  latestEntryTime,
} from '../../../store/events/audit/clock-step-store.ts';
import { lateMs } from './verify-chain.ts';

const dayMs = 24 * 60 * 60_000;

/** Records a step that this process has seen, in each workspace that was active within a day. */
export async function noteClockStep(step: ClockStep): Promise<void> {
  const since = new Date(Math.min(step.from.getTime(), step.to.getTime()) - dayMs);
  for (const workspaceId of await findWorkspacesWithEntries(since)) await addClockStep(workspaceId, step);
}

/** Records a step back that no process has seen, such as one during a restart: there are entries from the future. */
export async function noteUnseenStep(workspaceId: string, now: Date): Promise<void> {
  const latest = (await latestEntryTime(workspaceId)) ?? 0;
  if (latest <= now.getTime() + lateMs) return;
  const steps = await findClockSteps(workspaceId);
  if (steps.some((step) => explainsOrder(step, now.getTime(), latest, lateMs))) return;
  await addClockStep(workspaceId, { from: new Date(latest), to: now });
}

/** True if there are entries from the future: the clock was set back, perhaps while no worker ran. */
export function wasSetBack(now: Date): Promise<boolean> {
  return hasEntriesAfter(new Date(now.getTime() + lateMs));
}
