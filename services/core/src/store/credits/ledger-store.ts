import type { Actor } from '../../domain/members/actor.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { choice, date, number, object, optional, string, strings } from '../documents/paths.ts';
import { addEvent } from '../events/event-store.ts';
import { balanceBehind, moveBalance } from './balance-store.ts';

export const ledgerKinds = ['grant', 'hold', 'capture', 'release', 'refund'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

type LedgerDoc = DocOf<typeof LedgerModel>;
/** Reason for a credit movement, recorded with each entry. */
export type LedgerReason = Pick<
  LedgerDoc,
  'operationId' | 'actor' | 'action' | 'idempotencyKey' | 'subjectIds' | 'note'
>;
export type LedgerEntry = RecordOf<LedgerDoc>;

export const LedgerModel = defineModel(
  'LedgerEntry',
  'ledger',
  stored({
    workspaceId: string,
    kind: choice(ledgerKinds),
    /** Signed credits. The sum over all entries of a workspace is its balance. */
    amount: number,
    balanceAfter: number,
    operationId: string,
    actor: object<Actor>(),
    action: string,
    idempotencyKey: optional(string),
    subjectIds: optional(strings),
    note: optional(string),
    createdAt: date,
  })
    .index({ workspaceId: 1, _id: 1 })
    // Second safeguard behind idempotency: no step of an operation is written twice.
    .index({ workspaceId: 1, operationId: 1, kind: 1 }, { unique: true }),
);

async function addEntry(
  workspaceId: string,
  kind: LedgerKind,
  amount: number,
  balanceAfter: number,
  reason: LedgerReason,
  now: Date,
): Promise<void> {
  const entry = { _id: newId('led'), workspaceId, kind, amount, balanceAfter, ...reason, createdAt: now };
  await insertDocuments(LedgerModel, [entry]);
}

async function giveCredits(
  workspaceId: string,
  kind: 'grant' | 'refund',
  amount: number,
  reason: LedgerReason,
  now: Date,
): Promise<number> {
  const balance = await moveBalance(workspaceId, amount);
  await addEntry(workspaceId, kind, amount, balance, reason, now);
  return balance;
}

/** Adds credits. Call this and all functions below inside a transaction. */
export function grantCredits(workspaceId: string, amount: number, reason: LedgerReason, now: Date): Promise<number> {
  return giveCredits(workspaceId, 'grant', amount, reason, now);
}

/** Balance at and below which an event reports low credits. */
export const lowBalance = 20;

function thresholdCrossed(before: number, after: number): 'credits.exhausted' | 'credits.low' | null {
  if (after === 0) return 'credits.exhausted';
  return before > lowBalance && after <= lowBalance ? 'credits.low' : null;
}

/** Spends immediately, for work that calls nothing outside the store. */
export async function captureCredits(
  workspaceId: string,
  amount: number,
  reason: LedgerReason,
  now: Date,
): Promise<number> {
  const balance = await moveBalance(workspaceId, -amount);
  await recordCapture(workspaceId, amount, balance, reason, now);
  return balance;
}

/** Records a capture and the balance after it. */
export async function recordCapture(
  workspaceId: string,
  amount: number,
  balance: number,
  reason: LedgerReason,
  now: Date,
): Promise<void> {
  await addEntry(workspaceId, 'capture', -amount, balance, reason, now);
  const type = thresholdCrossed(balance + amount, balance);
  if (type !== null) await addEvent(workspaceId, type, workspaceId, { balance }, now);
}

/** Records credits held before an outside call. */
export function recordHold(
  workspaceId: string,
  amount: number,
  balance: number,
  reason: LedgerReason,
  now: Date,
): Promise<void> {
  return addEntry(workspaceId, 'hold', -amount, balance, reason, now);
}

/**
 * Records the release of a hold in full and the capture of the delivered part (0: nothing). The balance follows after
 * the commit (`clearAside`). Returns null if nothing is left on hold to capture.
 */
export async function recordSettled(
  workspaceId: string,
  aside: number,
  captured: number,
  reason: LedgerReason,
  now: Date,
): Promise<number | null> {
  const { balance, isMarked } = await balanceBehind(workspaceId, reason.operationId);
  if (captured > 0 && !isMarked) return null;
  await addEntry(workspaceId, 'release', aside, balance + aside, reason, now);
  if (captured > 0) await recordCapture(workspaceId, captured, balance + aside - captured, reason, now);
  return balance + aside - captured;
}

/** Same for a hold of an earlier release, which changed the balance directly. */
export async function settleHold(
  workspaceId: string,
  held: number,
  captured: number,
  reason: LedgerReason,
  now: Date,
): Promise<number> {
  const released = await moveBalance(workspaceId, held);
  await addEntry(workspaceId, 'release', held, released, reason, now);
  return captured === 0 ? released : captureCredits(workspaceId, captured, reason, now);
}

/** Refunds part of an operation's capture, for a job that captured its maximum up front. */
export function refundCredits(workspaceId: string, amount: number, reason: LedgerReason, now: Date): Promise<number> {
  return giveCredits(workspaceId, 'refund', amount, reason, now);
}

export function listLedger(
  workspaceId: string,
  filter: { kind?: LedgerKind },
  page: PageRequest,
): Promise<PageResult<LedgerEntry>> {
  return findPage(LedgerModel, { workspaceId, ...filter }, page);
}

/** Sum of all entries. Differs from the balance only if something is broken. */
export async function sumLedger(workspaceId: string): Promise<number> {
  const [sum] = await LedgerModel.aggregate<{ total: number }>([
    { $match: { workspaceId } },
    { $group: { _id: null, total: { $sum: '$amount' } } },
  ]);
  return sum?.total ?? 0;
}
