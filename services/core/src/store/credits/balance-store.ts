import { counted } from '../../domain/text/counted.ts';
import { AppError } from '../../errors/errors.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';
import { joinCalls } from '../documents/join-calls.ts';
import { openTransaction } from '../documents/open-transaction.ts';

/** Credits that an operation under way has set aside: taken from the balance already, and given back by this mark. */
interface Aside {
  operationId: string;
  credits: number;
  /** By the store's clock. */
  at: Date;
  /** The id of the request's Idempotency-Key, where the operation is not under it before it is done. */
  request?: string;
}

interface BalanceDoc {
  _id: string;
  balance: number;
  asides?: Aside[];
}

/** Spendings of a workspace that set aside, or clear, by one command. */
const joinedMax = 100;

const BalanceModel = defineModel<BalanceDoc>(
  'Balance',
  'balances',
  new StoredSchema<BalanceDoc>({
    balance: Number,
    asides: { type: [Object], default: undefined },
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

/** The balance as the transaction sees it, where there is one; else those that ask at the same time share a command. */
export function readBalance(workspaceId: string): Promise<number> {
  return openTransaction() === undefined ? findBalanceForAll(workspaceId, undefined) : findBalance(workspaceId);
}

/** Adds or takes credits, in the transaction where there is one; never below zero. */
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
 * Sets credits aside by one atomic command, outside of every transaction: spendings of a workspace that run side by side
 * meet here for a moment, and none has to begin again. Returns the balance that is left.
 */
export async function setAside(workspaceId: string, aside: Aside): Promise<number> {
  const balance = await joinSetting(workspaceId, aside);
  if (balance !== null) return balance;
  throw insufficientCredits(aside.credits, await readBalance(workspaceId));
}

const joinSetting = joinCalls(setAllAside, joinedMax);

/** What is left behind each: of all together, or, where that does not go, of each as far as it goes; null for the others. */
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

/** Takes the mark away and gives back what was not needed; nothing where that was done before. Outside of transactions. */
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
  // An operation that is to be cleared twice gives back once.
  if (new Set(ids).size < ids.length) return oneByOne(clearings, (clearing) => clearAll(workspaceId, [clearing]));
  const { matchedCount } = await BalanceModel.updateOne(
    { _id: workspaceId, 'asides.operationId': { $all: ids } },
    { $inc: { balance: unused }, $pull: { asides: { operationId: { $in: ids } } } },
  );
  if (matchedCount === 0) return oneByOne(clearings, (clearing) => clearAll(workspaceId, [clearing]));
  return clearings.map(() => true);
}

/** What does not go together; one alone does not go either. */
async function oneByOne<Item, Result>(
  items: Item[],
  run: (item: Item) => Promise<(Result | null)[]>,
): Promise<(Result | null)[]> {
  if (items.length === 1) return [null];
  const results: (Result | null)[] = [];
  for (const item of items) results.push(...(await run(item)));
  return results;
}

/** The balance of this moment, whatever the transaction under way has seen, and whether the operation's mark is there. */
export async function balanceBehind(workspaceId: string, operationId: string) {
  const found = await BalanceModel.collection.findOne({ _id: workspaceId as never });
  const { balance = 0, asides = [] } = (found ?? {}) as Partial<BalanceDoc>;
  return { balance, isMarked: asides.some((aside) => aside.operationId === operationId) };
}

/** The balance with what is set aside. */
export async function readWholeBalance(workspaceId: string): Promise<{ balance: number; asides: Aside[] }> {
  const found = await BalanceModel.findById(workspaceId).lean();
  return { balance: found?.balance ?? 0, asides: found?.asides ?? [] };
}

/** What was set aside before then, of some workspaces. */
export async function findAsides(before: Date, limit: number): Promise<(Aside & { workspaceId: string })[]> {
  const found = await BalanceModel.find({ 'asides.at': { $lt: before } })
    .limit(limit)
    .lean();
  return found.flatMap(({ _id, asides = [] }) =>
    asides.filter(({ at }) => at < before).map((aside) => ({ ...aside, workspaceId: _id })),
  );
}
