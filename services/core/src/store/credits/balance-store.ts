import { counted } from '../../domain/text/counted.ts';
import { AppError } from '../../errors/errors.ts';
import { collectionOf, type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { joinCalls } from '../documents/join-calls.ts';
import { openTransaction } from '../documents/open-transaction.ts';
import { number, objects, optional } from '../documents/paths.ts';

/** Credit hold of a running operation: already subtracted from the balance, and returned through this mark. */
interface Aside {
  operationId: string;
  credits: number;
  /** By the store's clock. */
  at: Date;
  /** ID of the request's Idempotency-Key, if the operation is not recorded there before it completes. */
  request?: string;
}

type BalanceDoc = DocOf<typeof BalanceModel>;

/** Maximum number of holds or releases of a workspace that one command combines. */
const joinedMax = 100;

const BalanceModel = defineModel(
  'Balance',
  'balances',
  stored({
    balance: number,
    asides: optional(objects<Aside>()),
  }).index({ 'asides.at': 1 }, { sparse: true }),
);

async function findBalance(workspaceId: string): Promise<number> {
  const found = await BalanceModel.findById(workspaceId).lean();
  return found?.balance ?? 0;
}

const findBalanceForAll = joinCalls<undefined, number>(async (workspaceId, asked) => {
  const balance = await findBalance(workspaceId);
  return asked.map(() => balance);
}, joinedMax);

/** Balance as the transaction sees it. Without a transaction, concurrent reads share one command. */
export function readBalance(workspaceId: string): Promise<number> {
  return openTransaction() === undefined ? findBalanceForAll(workspaceId, undefined) : findBalance(workspaceId);
}

/** Adds or subtracts credits, within any transaction. The balance never drops below zero. */
export async function moveBalance(workspaceId: string, amount: number): Promise<number> {
  const enough = amount < 0 ? { balance: { $gte: -amount } } : {};
  const changed = await BalanceModel.findOneAndUpdate(
    { _id: workspaceId, ...enough },
    { $inc: { balance: amount } },
    { returnDocument: 'after', upsert: amount > 0 },
  ).lean();
  if (changed !== null) return changed.balance;
  throw insufficientCredits(-amount, await readBalance(workspaceId));
}

export function insufficientCredits(cost: number, balance: number): AppError {
  return new AppError(
    'insufficient_credits',
    `This costs ${counted(cost, 'credit')} and the workspace has ${balance}. An operator can grant more.`,
  );
}

/**
 * Holds credits with one atomic command, outside of transactions. Concurrent spendings of a workspace contend only
 * briefly, and none has to restart. Returns the remaining balance.
 */
export async function setAside(workspaceId: string, aside: Aside): Promise<number> {
  const balance = await joinSetting(workspaceId, aside);
  if (balance !== null) return balance;
  throw insufficientCredits(aside.credits, await readBalance(workspaceId));
}

const joinSetting = joinCalls(setAllAside, joinedMax);

/**
 * Balance after each hold. Tries all together, then each one as far as the balance allows. Null for holds that fail.
 */
async function setAllAside(workspaceId: string, asides: Aside[]): Promise<(number | null)[]> {
  const total = asides.reduce((sum, { credits }) => sum + credits, 0);
  const ids = asides.map(({ operationId }) => operationId);
  const changed = await BalanceModel.findOneAndUpdate(
    { _id: workspaceId, balance: { $gte: total }, 'asides.operationId': { $nin: ids } },
    { $inc: { balance: -total }, $push: { asides: { $each: asides } } },
    { returnDocument: 'after' },
  ).lean();
  if (changed === null) return oneByOne(asides, (aside) => setAllAside(workspaceId, [aside]));
  let left = changed.balance + total;
  return asides.map(({ credits }) => {
    left -= credits;
    return left;
  });
}

/** Removes the mark and returns unused credits. Has no effect if already done. Call outside of transactions. */
export async function clearAside(workspaceId: string, operationId: string, unused: number): Promise<void> {
  await joinClearing(workspaceId, { operationId, unused });
}

interface Clearing {
  operationId: string;
  unused: number;
}

const joinClearing = joinCalls(clearAll, joinedMax);

async function clearAll(workspaceId: string, clearings: Clearing[]): Promise<(true | null)[]> {
  const ids = clearings.map(({ operationId }) => operationId);
  const unused = clearings.reduce((sum, clearing) => sum + clearing.unused, 0);
  // An operation that appears twice returns its credits only once.
  if (new Set(ids).size < ids.length) return oneByOne(clearings, (clearing) => clearAll(workspaceId, [clearing]));
  const { matchedCount } = await BalanceModel.updateOne(
    { _id: workspaceId, 'asides.operationId': { $all: ids } },
    { $inc: { balance: unused }, $pull: { asides: { operationId: { $in: ids } } } },
  );
  if (matchedCount === 0) return oneByOne(clearings, (clearing) => clearAll(workspaceId, [clearing]));
  return clearings.map(() => true);
}

/** Fallback for items that fail together. A single item that failed alone is not retried. */
async function oneByOne<Item, Result>(
  items: Item[],
  run: (item: Item) => Promise<(Result | null)[]>,
): Promise<(Result | null)[]> {
  if (items.length === 1) return [null];
  const results: (Result | null)[] = [];
  for (const item of items) results.push(...(await run(item)));
  return results;
}

/** Current balance, regardless of the running transaction's view, and true if the operation's mark exists. */
export async function balanceBehind(workspaceId: string, operationId: string) {
  const found = await collectionOf(BalanceModel).findOne({ _id: workspaceId });
  const { balance = 0, asides = [] } = (found ?? {}) as Partial<BalanceDoc>;
  return { balance, isMarked: asides.some((aside) => aside.operationId === operationId) };
}

/** Balance including held credits. */
export async function readWholeBalance(workspaceId: string): Promise<{ balance: number; asides: Aside[] }> {
  const found = await BalanceModel.findById(workspaceId).lean();
  return { balance: found?.balance ?? 0, asides: found?.asides ?? [] };
}

/** Holds created before the given time, in some workspaces. */
export async function findAsides(before: Date, limit: number): Promise<(Aside & { workspaceId: string })[]> {
  const found = await BalanceModel.find({ 'asides.at': { $lt: before } })
    .limit(limit)
    .lean();
  return found.flatMap(({ _id, asides = [] }) =>
    asides.filter(({ at }) => at < before).map((aside) => ({ ...aside, workspaceId: _id })),
  );
}
