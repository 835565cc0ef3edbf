import { Type } from 'typebox';
import { factChanges } from '../../../domain/contacts/contact-changes.ts';
import { nextRun, type OrderPeriod } from '../../../domain/jobs/standing-order.ts';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../../engine/context/planned-update.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input } from '../../../schema/schema.ts';
import { type OrderFacts, updateOrder } from '../../../store/jobs/standing-order-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import {
  checkedSteps,
  isMaker,
  orderIdInput,
  orderInputs,
  requireOrder,
  requireSchedule,
  StandingOrderView,
  toStandingOrderView,
} from './order-view.ts';

/** Every hour and every day need no day, so changing to them drops it. */
function isWithoutDay(every: OrderPeriod | undefined): boolean {
  return every === 'hour' || every === 'day';
}

export const updateStandingOrder = defineWrite({
  name: 'update_standing_order',
  title: 'Update a standing order',
  summary: 'Change, pause, or resume a standing order.',
  description:
    'Changes the given parts of a standing order and keeps the others; does is replaced as a whole. Everyone with ' +
    'the scope can pause and resume one (isPaused). Only its maker can change the rest, because it acts for its maker.',
  method: 'patch',
  path: '/standing-orders/{orderId}',
  scope: 'standing_orders:write',
  effect: 'write',
  input: Input({
    ...orderIdInput,
    name: Type.Optional(orderInputs.name),
    every: Type.Optional(orderInputs.every),
    on: Type.Optional(orderInputs.on),
    at: Type.Optional(orderInputs.at),
    timeZone: Type.Optional(orderInputs.timeZone),
    does: Type.Optional(orderInputs.does),
    isPaused: Type.Optional(Type.Boolean({ description: 'True: it does not run until false.' })),
  }),
  output: StandingOrderView,
  errors: ['not_found', 'invalid_state', 'version_conflict', 'missing_scope'],

  async plan({ orderId, on, does, ...given }, ctx) {
    const order = await requireOrder(orderId, ctx);
    checkVersion(ctx, order);
    const steps = does && checkedSteps(does, ctx);
    const changes: Partial<OrderFacts> = factChanges(order, { ...given, does: steps });
    const day = on ?? (isWithoutDay(given.every) ? null : order.on);
    if (day !== order.on) changes.on = day;
    const { isPaused, ...others } = changes;
    if (Object.keys(others).length > 0 && !isMaker(order, ctx))
      throw new AppError(
        'invalid_state',
        `Only ${order.actor.name} can change this order. Create another one instead.`,
      );
    const wanted = { ...order, ...changes };
    requireSchedule(wanted);
    const update = plannedUpdate({ type: 'standing_order', id: orderId, label: order.name, before: order, changes });
    const isChanged = Object.keys(changes).length > 0;
    return {
      summary: isChanged
        ? `Would change the standing order ${order.name}: ${changesInWords(update)}.`
        : 'Would change nothing.',
      effects: isChanged ? [update] : [],
      skipped: [],
      warnings: [],
      state: { before: order, wanted, changes, resumes: isPaused === false },
    };
  },

  async run({ orderId }, { state: { before, wanted, changes, resumes } }, ctx) {
    if (Object.keys(changes).length === 0) return { data: toStandingOrderView(before), summary: 'Nothing to change.' };
    const next = { nextRunAt: nextRun(wanted, ctx.now()), ...(resumes && { failures: 0 }) };
    const order = (await updateOrder(ctx.workspaceId, orderId, { ...changes, ...next }, ctx.now())) ?? before;
    return { data: toStandingOrderView(order), summary: `Changed the standing order ${order.name}.` };
  },
});
