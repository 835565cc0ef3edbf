import { nextRun } from '../../domain/jobs/standing-order.ts';
import { newId } from '../../domain/values/ids.ts';
import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { insertJob } from '../../store/jobs/job-store.ts';
import { advanceOrder, findDueOrders, type StandingOrderRecord } from '../../store/jobs/standing-order-store.ts';
import { type Loop, startLoop } from '../poll-loop.ts';

const restMs = 5_000;
const restFactorMax = 3;

/** Queues a job for each standing order whose time has come. Missed times are made up for by one run. */
export async function queueDueOrders({ now }: Pick<EngineDeps, 'now'>): Promise<boolean> {
  const due = await findDueOrders(now());
  for (const order of due) await queueOrder(order, now());
  return due.length > 0;
}

function queueOrder(order: StandingOrderRecord, now: Date): Promise<void> {
  const { workspaceId, id: orderId, name, does, actor, scopes } = order;
  return inTransaction(async () => {
    if (!(await advanceOrder(order, nextRun(order, now)))) return;
    const facts = { kind: 'standing_order', title: `Standing order: ${name}`, input: { orderId } } as const;
    const caller = { actor, via: 'worker', scopes, requestId: newId('req') } as const;
    await insertJob(workspaceId, { ...facts, ...caller, total: does.length }, now);
  });
}

export function startOrderLoop(deps: EngineDeps): Loop {
  return startLoop({
    name: 'standing orders',
    idleMs: restMs,
    restFactorMax,
    log: deps.log,
    step: () => queueDueOrders(deps),
  });
}
