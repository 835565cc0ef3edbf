import { newId } from '../../domain/ids.ts';
import { AppError } from '../../errors.ts';
import { defineModel, StoredSchema } from '../define-model.ts';
import { insertDocuments } from '../insert-documents.ts';
import { serverNow } from '../server-clock.ts';
import { inTransaction, isDuplicateKey } from '../transaction.ts';
import { clearAside, findAsides, readBalance, readWholeBalance, setAside } from './balance-store.ts';
import { type LedgerReason, recordHold, recordSettled, settleHold } from './ledger-store.ts';

/** One spending that calls the outside world: what is held for it, until it is settled. */
interface OperationDoc {
  _id: string;
  workspaceId: string;
  action: string;
  state: 'held' | 'done' | 'released';
  /** Credits that were held in a transaction: only an earlier release did so. */
  held: number;
  /** Credits that were set aside, and what was captured of them in the end. */
  aside?: number;
  captured?: number;
  reason: LedgerReason;
  leaseUntil: Date;
  createdAt: Date;
}

const sweepBatchSize = 100;
/** From the end of an operation's transaction to its balance takes a moment; from setting aside to writing it down too. */
const closingMs = 10_000;
const beginningMs = 120_000;

const OperationModel = defineModel<OperationDoc>(
  'Operation',
  'operations',
  new StoredSchema<OperationDoc>({
    workspaceId: String,
    action: String,
    state: String,
    held: Number,
    aside: Number,
    captured: Number,
    reason: Object,
    leaseUntil: Date,
    createdAt: Date,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ leaseUntil: 1 }, { partialFilterExpression: { state: 'held' } }),
);

export function newOperationId(): string {
  return newId('op');
}

/** Sets the credits aside and writes the operation down. Not inside a transaction. */
export async function beginOperation(
  workspaceId: string,
  credits: number,
  reason: LedgerReason,
  leaseMs: number,
  now: Date,
): Promise<void> {
  const { operationId: _id, action } = reason;
  const at = await serverNow();
  const leaseUntil = new Date(at.getTime() + leaseMs);
  const state = 'held' as const;
  const operation = { _id, workspaceId, action, state, held: 0, aside: credits, reason, leaseUntil, createdAt: now };
  const balance = credits === 0 ? 0 : await setAside(workspaceId, { operationId: _id, credits, at });
  try {
    await inTransaction(async () => {
      if (credits > 0) await recordHold(workspaceId, credits, balance, reason, now);
      await insertDocuments(OperationModel, [operation]);
    });
  } catch (error) {
    await clearAside(workspaceId, _id, credits).catch(() => {});
    throw error;
  }
}

/**
 * Captures what was delivered, and returns the balance. Fails when the sweep has released the hold meanwhile. Call inside
 * a transaction, and `closeOperation` when it is committed.
 */
export function finishOperation(
  workspaceId: string,
  operationId: string,
  captured: number,
  subjectIds: string[],
  now: Date,
): Promise<number> {
  return settle(workspaceId, operationId, { state: 'done', captured }, now, subjectIds);
}

/** How an operation has ended: what was set aside for it, and what was captured of that. */
type Ended = Pick<OperationDoc, 'aside' | 'captured'>;

/**
 * Brings the balance to where the committed operation has left it; what dies before that is done by the sweep. Who has
 * just ended it says how.
 */
export async function closeOperation(workspaceId: string, operationId: string, known?: Ended): Promise<void> {
  const stored = { _id: operationId, workspaceId, state: { $ne: 'held' as const } };
  const ended: Ended | null = known ?? (await OperationModel.findOne(stored).lean());
  if (ended?.aside) await clearAside(workspaceId, operationId, ended.aside - (ended.captured ?? 0));
}

/** The balance as it is once every operation that has ended is closed: what the ledger adds up to at any moment. */
export async function closedBalance(workspaceId: string): Promise<number> {
  const { balance, asides } = await readWholeBalance(workspaceId);
  const under = await OperationModel.find({ workspaceId, _id: { $in: asides.map(({ operationId }) => operationId) } })
    .limit(asides.length + 1)
    .lean();
  const states = new Map(under.map((operation) => [operation._id, operation]));
  const returning = asides.map(({ operationId, credits }) => {
    const operation = states.get(operationId);
    return operation?.state === 'held' ? 0 : credits - (operation?.captured ?? 0);
  });
  return returning.reduce((sum, each) => sum + each, balance);
}

/** Gives the hold back whole: the call failed or delivered nothing. */
export async function releaseOperation(workspaceId: string, operationId: string, now: Date): Promise<void> {
  await inTransaction(() => settle(workspaceId, operationId, { state: 'released', captured: 0 }, now));
  await closeOperation(workspaceId, operationId);
}

async function settle(
  workspaceId: string,
  operationId: string,
  end: { state: 'done' | 'released'; captured: number },
  now: Date,
  subjectIds: string[] = [],
): Promise<number> {
  const operation = await OperationModel.findOneAndUpdate(
    { _id: operationId, workspaceId, state: 'held' },
    { $set: end },
  ).lean();
  if (operation === null) throw givenUp();
  const reason = { ...operation.reason, subjectIds };
  if (operation.held > 0) return settleHold(workspaceId, operation.held, end.captured, reason, now);
  if (!operation.aside) return readBalance(workspaceId);
  const balance = await recordSettled(workspaceId, operation.aside, end.captured, reason, now);
  if (balance === null) throw givenUp();
  return balance;
}

function givenUp(): AppError {
  return new AppError('unavailable', 'The operation took too long and was given up; nothing was charged. Try again.');
}

/** Gives back what an operation still holds; nothing when it holds nothing or was settled by another. */
export async function releaseIfHeld(workspaceId: string, operationId: string, now: Date): Promise<void> {
  const held = await OperationModel.findOne({ _id: operationId, workspaceId, state: 'held' }).lean();
  if (held !== null) await releaseOperation(workspaceId, operationId, now).catch(ignoreSettledElsewhere);
}

/** Releases what a crashed process left held: nothing was delivered, so nothing is charged. Returns how many. */
export async function releaseAbandonedOperations(now: Date): Promise<number> {
  const abandoned = await OperationModel.find({ state: 'held', leaseUntil: { $lt: await serverNow() } })
    .limit(sweepBatchSize)
    .lean();
  for (const { workspaceId, _id } of abandoned) await releaseIfHeld(workspaceId, _id, now);
  return abandoned.length + (await clearLeftAsides(now));
}

/** What was set aside for an operation that has ended, or that was never written down. */
async function clearLeftAsides(now: Date): Promise<number> {
  const at = (await serverNow()).getTime();
  const left = await findAsides(new Date(at - closingMs), sweepBatchSize);
  let count = 0;
  for (const { workspaceId, operationId, credits, at: since } of left) {
    const operation = await OperationModel.findOne({ _id: operationId, workspaceId }).lean();
    if (operation?.state === 'held' || (operation === null && since.getTime() > at - beginningMs)) continue;
    if (operation === null) await refuseLater(workspaceId, operationId, credits, now);
    await closeOperation(workspaceId, operationId);
    count += 1;
  }
  return count;
}

/** Takes its place: a process that would still begin the operation meets it at the unique id. */
async function refuseLater(workspaceId: string, operationId: string, aside: number, now: Date): Promise<void> {
  const action = 'sweep';
  const reason = { operationId, actor: { kind: 'system', id: action, name: action } as const, action };
  const ended = { state: 'released' as const, held: 0, aside, captured: 0, leaseUntil: now, createdAt: now };
  await insertDocuments(OperationModel, [{ _id: operationId, workspaceId, action, reason, ...ended }]).catch(
    (error) => {
      if (!isDuplicateKey(error)) throw error;
    },
  );
}

// Another instance's sweep, or the slow owner itself, was first.
function ignoreSettledElsewhere(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
}
