import type { EngineDeps } from '../engine/context/engine-deps.ts';
import { noteUnseenStep } from '../engine/events/audit/note-clock-step.ts';
import { watchDisk } from '../engine/workspaces/disk/watch-disk.ts';
import { releaseAbandonedOperations } from '../store/credits/abandoned-operation-store.ts';
import { chainSome, findUnchainedWorkspaces } from '../store/events/audit/audit-chain-store.ts';
import { type Loop, startLoop } from './poll-loop.ts';

const restMs = 5_000;
const restFactorMax = 3;

async function chainAudit(now: Date): Promise<number> {
  let count = 0;
  for (const workspaceId of await findUnchainedWorkspaces()) {
    await noteUnseenStep(workspaceId, now);
    count += await chainSome(workspaceId);
  }
  return count;
}

/** Releases credit holds of crashed processes, chains the audit log, and checks the disk space. */
export async function sweep(deps: EngineDeps): Promise<boolean> {
  await watchDisk(deps);
  const counts = [await chainAudit(deps.now()), await releaseAbandonedOperations(deps.now())];
  return counts.some((count) => count > 0);
}

export function startSweepLoop(deps: EngineDeps): Loop {
  return startLoop({ name: 'sweep', idleMs: restMs, restFactorMax, log: deps.log, step: () => sweep(deps) });
}
