import { setTimeout as wait } from 'node:timers/promises';
import { findResumableEnrollments } from '../../store/campaigns/enrollment-sweep.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { makeDue } from '../../store/messages/due-messages.ts';
import { findMessages } from '../../store/messages/message-store.ts';
import { wakeAllLanes } from '../../store/sending/send-lane-store.ts';
import { isInTurn, wakeAllQueues } from '../../store/sending/send-queue-store.ts';
import { emitEnrollmentChange } from '../campaigns/enrollment-effects.ts';
import { reviveEnrollment } from '../campaigns/revive-enrollment.ts';
import type { EngineDeps } from '../context/engine-deps.ts';
import { sendDue } from '../sending/send-due.ts';
import { findDueMessages } from './due-messages.ts';

const roundsMax = 10;
/** Attempts, because a worker may take a mailbox's turn in between and reschedule messages outside its window. */
const triesMax = 3;
const turnMsMax = 5_000;
const turnPollMs = 50;
const resumedMax = 1_000;
export const deliveredMax = 500;

export interface Delivery {
  /** Messages that were sent. */
  sent: string[];
  /** Messages that were checked and not sent: skipped, held, or not approved. */
  held: string[];
}

/**
 * Sends all messages of a workspace that are due now, ignoring windows, gaps, and limits, and those that become due as
 * a result. `deps.now` is the workspace's own clock.
 */
export async function deliverDue(workspaceId: string, owner: string, deps: EngineDeps): Promise<Delivery> {
  await resumeDue(workspaceId, deps);
  const sent = new Set<string>();
  const tries = new Map<string, number>();
  for (let round = 0; round < roundsMax; round += 1) {
    const due = (await findDueMessages(workspaceId, deps.now())).map(({ id }) => id);
    const again = due.filter((id) => tries.has(id) && tries.get(id)! < triesMax);
    const ids = [...again, ...due.filter((id) => !tries.has(id)).slice(0, deliveredMax - tries.size)];
    if (ids.length === 0) break;
    await whenTurnsEnded(workspaceId);
    await makeDue(workspaceId, ids, deps.now());
    await wakeAllLanes(workspaceId, deps.now());
    await wakeAllQueues(workspaceId, deps.now());
    await sendDue(deps, { workspaceId, owner, clock: deps.now, ignoresLimits: true });
    for (const id of ids) tries.set(id, (tries.get(id) ?? 0) + 1);
    for (const { id, sentAt } of await findMessages(workspaceId, ids)) if (sentAt) sent.add(id);
  }
  return { sent: [...sent], held: [...tries.keys()].filter((id) => !sent.has(id)) };
}

/** Waits for workers with a turn of a mailbox, because they follow its window. */
async function whenTurnsEnded(workspaceId: string): Promise<void> {
  const endsAt = performance.now() + turnMsMax;
  while ((await isInTurn(workspaceId)) && performance.now() < endsAt) await wait(turnPollMs);
}

/** Resumes enrollments with an expired pause immediately, without waiting for the worker's next check. */
async function resumeDue(workspaceId: string, { now }: EngineDeps): Promise<void> {
  for (const enrollment of await findResumableEnrollments(now(), resumedMax, { workspaceId })) {
    await inTransaction(async () => {
      const revived = await reviveEnrollment(enrollment, now());
      if (revived) await emitEnrollmentChange(revived, now());
    });
  }
}
