import { type OrderStep, orderPeriods, ordersMax } from '../../domain/jobs/standing-order.ts';
import type { Actor } from '../../domain/members/actor.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { createRecord } from '../documents/insert-documents.ts';
import {
  boolean,
  choice,
  date,
  nullable,
  number,
  object,
  objects,
  string,
  strings,
  withDefault,
} from '../documents/paths.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';

/** Outcome of one step of the last run. */
export interface OrderOutcome {
  action: string;
  outcome: string;
  summary: string;
}

/** Actions that are carried out again and again, with the authority of the person or key that ordered them. */
type StandingOrderDoc = DocOf<typeof StandingOrderModel>;
export type StandingOrderRecord = RecordOf<StandingOrderDoc>;

const StandingOrderModel = defineModel(
  'StandingOrder',
  'standing_orders',
  stored({
    workspaceId: string,
    name: string,
    every: choice(orderPeriods),
    on: nullable(string),
    at: string,
    timeZone: string,
    does: objects<OrderStep>(),
    isPaused: withDefault(boolean, false),
    /** Failed runs in a row. */
    failures: withDefault(number, 0),
    /** Person, key, or connection that it acts for. */
    actor: object<Actor>(),
    /** Key or connection with whose end the order ends. Null: it ends with the person's membership. */
    connectionId: nullable(string),
    /** Scopes of that time. Those that the maker has lost since do not count. */
    scopes: strings,
    lastRunAt: nullable(date),
    lastOutcomes: withDefault(objects<OrderOutcome>(), []),
    nextRunAt: date,
    createdAt: date,
    updatedAt: date,
    version: withDefault(number, 1),
  })
    .index({ workspaceId: 1, _id: 1 })
    // Index for the worker's sweep over all workspaces.
    .index({ nextRunAt: 1 }, { partialFilterExpression: { isPaused: false } }),
  'standing_order',
);

export type OrderFacts = Pick<
  StandingOrderDoc,
  'name' | 'every' | 'on' | 'at' | 'timeZone' | 'does' | 'nextRunAt' | 'isPaused' | 'failures'
>;

export function insertOrder(
  workspaceId: string,
  order: Omit<OrderFacts, 'isPaused' | 'failures'> & Pick<StandingOrderDoc, 'actor' | 'scopes' | 'connectionId'>,
  now: Date,
): Promise<StandingOrderRecord> {
  const fixed = { workspaceId, lastRunAt: null, createdAt: now, updatedAt: now };
  return createRecord(StandingOrderModel, { ...order, ...fixed, _id: newId('ord') });
}

export async function findOrder(workspaceId: string, orderId: string): Promise<StandingOrderRecord | null> {
  const found = await StandingOrderModel.findOne({ workspaceId, _id: orderId }).lean<StandingOrderDoc>();
  return found && toRecord(found);
}

export function countOrders(workspaceId: string): Promise<number> {
  return StandingOrderModel.countDocuments({ workspaceId }).limit(ordersMax);
}

export function listOrders(workspaceId: string, page: PageRequest): Promise<PageResult<StandingOrderRecord>> {
  return findPage<StandingOrderDoc>(StandingOrderModel, { workspaceId }, page);
}

export async function allOrders(workspaceId: string): Promise<StandingOrderRecord[]> {
  const found = await StandingOrderModel.find({ workspaceId }).limit(ordersMax).lean<StandingOrderDoc[]>();
  return found.map(toRecord);
}

export async function updateOrder(
  workspaceId: string,
  orderId: string,
  changes: Partial<OrderFacts & Pick<StandingOrderDoc, 'lastRunAt' | 'lastOutcomes'>>,
  now: Date,
): Promise<StandingOrderRecord | null> {
  const changed = await StandingOrderModel.findOneAndUpdate(
    { workspaceId, _id: orderId },
    { ...setAndUnset({ ...changes, updatedAt: now }), $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<StandingOrderDoc>();
  return changed && toRecord(changed);
}

export async function deleteOrders(workspaceId: string, ids: readonly string[]): Promise<void> {
  await StandingOrderModel.deleteMany({ workspaceId, _id: { $in: [...ids] } });
}

/** Ends the orders of a key or connection that ended. */
export async function deleteOrdersOf(workspaceId: string, connectionId: string): Promise<void> {
  await StandingOrderModel.deleteMany({ workspaceId, connectionId });
}

const dueMax = 50;

/** Orders of all workspaces whose time has come. */
export async function findDueOrders(now: Date): Promise<StandingOrderRecord[]> {
  const found = await StandingOrderModel.find({ isPaused: false, nextRunAt: { $lte: now } })
    .sort({ nextRunAt: 1 })
    .limit(dueMax)
    .lean<StandingOrderDoc[]>();
  return found.map(toRecord);
}

/** Moves an order to its next time. False if another worker was faster, or it was changed. */
export async function advanceOrder(
  { workspaceId, id, nextRunAt, version }: StandingOrderRecord,
  next: Date,
): Promise<boolean> {
  const { modifiedCount } = await StandingOrderModel.updateOne(
    { workspaceId, _id: id, nextRunAt, version, isPaused: false },
    { $set: { nextRunAt: next } },
  );
  return modifiedCount === 1;
}
