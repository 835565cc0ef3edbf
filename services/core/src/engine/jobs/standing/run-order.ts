import { orderFailuresMax } from '../../../domain/jobs/standing-order.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import type { JobRecord } from '../../../store/jobs/job-store.ts';
import {
  deleteOrders,
  findOrder,
  type OrderOutcome,
  type StandingOrderRecord,
  updateOrder,
} from '../../../store/jobs/standing-order-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { StepOutcome } from '../../context/ports.ts';
import { defineJob } from '../job-handler.ts';
import { authorityOf } from './order-authority.ts';

interface Done extends StepOutcome {
  index: number;
  action: string;
}

interface Checkpoint {
  index: number;
  outcomes: OrderOutcome[];
}

const summaryMax = 300;
const askAlways = { limits: { credits: 0, recipients: 0 }, runsAtOnce: false };

/** Carries out the steps of an order, each once. A failed step does not stop the next. */
export const standingOrderJob = defineJob<Done>({
  async *batches(job, ctx) {
    const order = await orderOf(job, ctx);
    const authority = order && (await authorityOf(order, ctx.now()));
    if (order === null || ctx.workspace.suspendedAgents?.includes(order.actor.id)) return;
    if (authority === null) {
      await deleteOrders(order.workspaceId, [order.id]);
      return;
    }
    const { connectionId } = order;
    const maker = { ...ctx, ...authority, ...(connectionId && { connection: { id: connectionId, ...askAlways } }) };
    const first = checkpointOf(job).index;
    for (const [index, step] of order.does.entries()) {
      if (index < first) continue;
      const outcome = await ctx.ports.actions.run(step, maker, `${job.id}-${index}`);
      yield { index, action: step.action, ...outcome };
    }
  },

  async apply({ index, action, outcome, reason, recordId, summary }, job, ctx) {
    const order = await orderOf(job, ctx);
    const outcomes = [...checkpointOf(job).outcomes, { action, outcome, summary: summary.slice(0, summaryMax) }];
    if (order !== null && index + 1 >= order.does.length) await finish(order, job, outcomes, ctx);
    const result = { item: index + 1, outcome, ...(recordId && { recordId }), ...(reason && { reason }) };
    return { checkpoint: { index: index + 1, outcomes }, results: [{ ...result, message: summary }] };
  },
});

function orderOf(job: JobRecord, { workspaceId }: ActionContext): Promise<StandingOrderRecord | null> {
  return findOrder(workspaceId, inputOf<{ orderId: string }>(job).orderId);
}

function checkpointOf({ checkpoint }: JobRecord): Checkpoint {
  return (checkpoint as Checkpoint | null) ?? { index: 0, outcomes: [] };
}

async function finish(
  order: StandingOrderRecord,
  job: JobRecord,
  steps: OrderOutcome[],
  ctx: ActionContext,
): Promise<void> {
  const failures = steps.some(({ outcome }) => outcome === 'failed') ? order.failures + 1 : 0;
  const isPaused = order.isPaused || failures >= orderFailuresMax;
  const last = { lastRunAt: ctx.now(), lastOutcomes: steps, failures, isPaused };
  await updateOrder(ctx.workspaceId, order.id, last, ctx.now());
  await ctx.emit('standing_order.finished', order.id, { orderId: order.id, jobId: job.id, steps, isPaused });
}
