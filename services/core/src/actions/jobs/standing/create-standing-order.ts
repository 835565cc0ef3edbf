import { Type } from 'typebox';
import {
  nextRun,
  type OrderSchedule,
  type OrderStep,
  ordersMax,
  scheduleInWords,
} from '../../../domain/jobs/standing-order.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input } from '../../../schema/schema.ts';
import { countOrders, insertOrder } from '../../../store/jobs/standing-order-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { checkedSteps, orderInputs, requireSchedule, StandingOrderView, toStandingOrderView } from './order-view.ts';

export const createStandingOrder = defineWrite({
  name: 'create_standing_order',
  title: 'Create a standing order',
  summary: 'Have actions carried out every hour, day, week, or month.',
  description:
    'Carries out up to 10 actions again and again, as a job: a search, a score, a list, a report. It acts for its ' +
    'maker with at most the scopes of now, and ends with the key, connection, or membership. Anything that sends or spends is ' +
    'only requested: a member approves each run in the application. Three failed runs in a row pause it. The event ' +
    'standing_order.finished and list_standing_orders have the outcomes.',
  method: 'post',
  path: '/standing-orders',
  scope: 'standing_orders:write',
  effect: 'write',
  input: Input({
    name: orderInputs.name,
    every: orderInputs.every,
    on: Type.Optional(orderInputs.on),
    at: Type.Optional(Type.Unsafe<string>({ ...orderInputs.at, default: '09:00' })),
    timeZone: Type.Optional(orderInputs.timeZone),
    does: orderInputs.does,
  }),
  output: StandingOrderView,
  statuses: [201],
  errors: ['limit_reached', 'missing_scope'],
  example: {
    name: 'Monday report',
    every: 'week',
    on: 'monday',
    at: '08:00',
    does: [{ action: 'get_outbound_report' }],
  },

  async plan(input, ctx) {
    const schedule = scheduleOf(input, ctx);
    requireSchedule(schedule);
    const order = { ...schedule, name: input.name, does: checkedSteps(input.does, ctx) };
    if ((await countOrders(ctx.workspaceId)) >= ordersMax)
      throw new AppError(
        'limit_reached',
        `A workspace has at most ${ordersMax} standing orders. Delete one first (delete_standing_order).`,
      );
    return {
      summary: `Would create the standing order ${order.name}, ${scheduleInWords(order)}.`,
      effects: [
        {
          op: 'create',
          type: 'standing_order',
          label: order.name,
          changes: { ...order, does: order.does.map(shownStep) },
        },
      ],
      skipped: [],
      warnings: [],
      state: order,
    };
  },

  async run(_input, { state: order }, ctx) {
    const { actor, scopes, now, workspaceId } = ctx;
    const nextRunAt = nextRun(order, now());
    const stored = await insertOrder(
      workspaceId,
      { ...order, nextRunAt, actor, scopes: [...scopes], connectionId: ctx.connection?.id ?? null },
      now(),
    );
    const summary = `Created the standing order ${stored.name}. It runs for the first time at ${nextRunAt.toISOString()}.`;
    return { status: 201, data: toStandingOrderView(stored), summary };
  },
});

/** An action without input has none in the plan. */
function shownStep({ action, input }: OrderStep): Partial<OrderStep> {
  return Object.keys(input).length === 0 ? { action } : { action, input };
}

type Given = Pick<OrderSchedule, 'every'> & Partial<Pick<OrderSchedule, 'at' | 'timeZone'>> & { on?: string };

function scheduleOf({ every, on, at = '09:00', timeZone }: Given, { workspace }: ActionContext): OrderSchedule {
  return { every, on: on ?? null, at, timeZone: timeZone ?? workspace.settings.timeZone };
}
