import { type Static, Type } from 'typebox';
import {
  type OrderSchedule,
  type OrderStep,
  orderDays,
  orderPeriods,
  orderStepsMax,
  problemOfDay,
} from '../../../domain/jobs/standing-order.ts';
import { isTimeZone } from '../../../domain/sending/send-window.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Described, Id, Named, Nullable, OneOf, Text, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { findOrder, type StandingOrderRecord } from '../../../store/jobs/standing-order-store.ts';
import { ActorView, toActorView } from '../../members/actor-view.ts';

export const orderIdInput = { orderId: Id('ord', 'The standing order.') };

const action = Text(60, 'Name of an action, as find_actions returns it.', { minLength: 1 });
const input = Type.Record(Type.String(), Type.Unknown(), { description: 'Its input, as for the action itself.' });
const GivenStep = Type.Object({ action, input: Type.Optional(input) }, { additionalProperties: false });
const Step = Type.Object({ action, input });

export const orderInputs = {
  name: Text(100, 'Name of the order.', { minLength: 1 }),
  every: OneOf(orderPeriods, { description: 'How often it runs.' }),
  on: Text(10, `For week: ${orderDays.join(', ')}. For month: the day, 1 to 31; the last day of shorter months.`),
  at: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    description: 'Time, HH:MM. For hour, only the minutes count.',
  }),
  timeZone: Text(60, 'IANA time zone. The default is that of the workspace.'),
  does: Type.Array(GivenStep, {
    minItems: 1,
    maxItems: orderStepsMax,
    description: 'Actions to carry out, in this order.',
  }),
};

export const StandingOrderView = Named(
  'StandingOrder',
  Type.Object({
    id: Type.String({ description: 'ord_….' }),
    name: Type.String({ description: 'Name of the order.' }),
    every: OneOf(orderPeriods, { description: 'How often it runs.' }),
    on: Nullable(Type.String({ description: 'Weekday, or day of the month.' })),
    at: Type.String({ description: 'Time, HH:MM.' }),
    timeZone: Type.String({ description: 'IANA time zone.' }),
    does: Type.Array(Step, { description: 'Actions that it carries out.' }),
    isPaused: Type.Boolean({ description: 'True: it does not run. Three failed runs in a row pause it.' }),
    failures: Type.Integer({ description: 'Failed runs in a row.' }),
    lastRunAt: Nullable(Timestamp('Time of the last run.')),
    lastOutcomes: Type.Array(
      Type.Object({
        action: Type.String({ description: 'The action.' }),
        outcome: Type.String({ description: 'updated (done), skipped, or failed.' }),
        summary: Type.String({ description: 'Result in one sentence.' }),
      }),
      { description: 'Outcome of each step of the last run.' },
    ),
    nextRunAt: Timestamp('Time of the next run.'),
    createdBy: Described(ActorView, 'Person or program that it acts for, with at most its scopes.'),
    createdAt: Timestamp('Time of the creation.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change.' }),
  }),
);

export function toStandingOrderView(order: StandingOrderRecord): Static<typeof StandingOrderView> {
  return viewOf(StandingOrderView, order, { createdBy: toActorView(order.actor) });
}

export async function requireOrder(orderId: string, ctx: ActionContext): Promise<StandingOrderRecord> {
  const order = await findOrder(ctx.workspaceId, orderId);
  if (order === null) throw notFound('standing order', orderId);
  return order;
}

export function isMaker({ actor }: Pick<StandingOrderRecord, 'actor'>, ctx: ActionContext): boolean {
  return actor.kind === ctx.actor.kind && actor.id === ctx.actor.id && actor.userId === ctx.actor.userId;
}

export function requireSchedule({ every, on, timeZone }: OrderSchedule): void {
  const problem = problemOfDay(every, on);
  if (problem !== undefined) throw new AppError('validation_failed', problem, { field: 'on' });
  if (!isTimeZone(timeZone))
    throw new AppError('validation_failed', `${timeZone} is not an IANA time zone, such as Europe/Berlin.`, {
      field: 'timeZone',
    });
}

/** Steps with their inputs. Throws unless each fits its action and the scopes of the caller. */
export function checkedSteps(given: readonly Static<typeof GivenStep>[], ctx: ActionContext): OrderStep[] {
  const steps = given.map(({ action: name, input: values = {} }) => ({ action: name, input: values }));
  for (const [index, step] of steps.entries()) ctx.ports.actions.check(step, ctx, `does.${index}`);
  return steps;
}
