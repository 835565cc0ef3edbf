import { Schema } from 'mongoose';
import type { Actor } from '../../domain/actor.ts';
import { newId } from '../../domain/ids.ts';
import type { PageRequest, PageResult } from '../../domain/paging.ts';
import { AppError } from '../../errors.ts';
import { defineModel } from '../define-model.ts';
import { findPage } from '../find-page.ts';
import { addEvent } from './event-store.ts';

export const ledgerKinds = ['grant', 'hold', 'capture', 'release', 'refund'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** What moved credits: recorded with each entry. */
export interface LedgerReason {
  operationId: string;
  actor: Actor;
  action: string;
  idempotencyKey?: string;
  subjectIds?: string[];
  note?: string;
}

interface LedgerDoc extends LedgerReason {
  _id: string;
  workspaceId: string;
  kind: LedgerKind;
  /** Credits, signed: the sum over all entries of a workspace is its balance. */
  amount: number;
  balanceAfter: number;
  createdAt: Date;
}

interface BalanceDoc {
  _id: string;
  balance: number;
}

export type LedgerEntry = Omit<LedgerDoc, '_id'> & { id: string };

const LedgerModel = defineModel<LedgerDoc>(
  'LedgerEntry',
  'ledger',
  new Schema({
    workspaceId: { type: String, required: true },
    kind: { type: String, required: true },
    amount: { type: Number, required: true },
    balanceAfter: { type: Number, required: true },
    operationId: { type: String, required: true },
    actor: { type: Object, required: true },
    action: { type: String, required: true },
    idempotencyKey: String,
    subjectIds: { type: [String], default: undefined },
    note: String,
    createdAt: { type: Date, required: true },
  })
    .index({ workspaceId: 1, _id: 1 })
    // The second net under idempotency: no step of an operation is ever written twice.
    .index({ workspaceId: 1, operationId: 1, kind: 1 }, { unique: true }),
);

const BalanceModel = defineModel<BalanceDoc>(
  'Balance',
  'balances',
  new Schema({ balance: { type: Number, required: true } }),
);

export const readBalance = async (workspaceId: string): Promise<number> => {
  const found = await BalanceModel.findById(workspaceId).lean();
  return found?.balance ?? 0;
};

const addEntry = async (
  workspaceId: string,
  kind: LedgerKind,
  amount: number,
  balanceAfter: number,
  reason: LedgerReason,
  now: Date,
): Promise<void> => {
  await LedgerModel.create([{ _id: newId('led'), workspaceId, kind, amount, balanceAfter, ...reason, createdAt: now }]);
};

const move = async (workspaceId: string, amount: number): Promise<number> => {
  const enough = amount < 0 ? { balance: { $gte: -amount } } : {};
  const changed = await BalanceModel.findOneAndUpdate(
    { _id: workspaceId, ...enough },
    { $inc: { balance: amount } },
    { returnDocument: 'after', upsert: amount > 0 },
  ).lean();
  if (changed !== null) return changed.balance;
  throw insufficientCredits(-amount, await readBalance(workspaceId));
};

export const insufficientCredits = (cost: number, balance: number): AppError =>
  new AppError(
    'insufficient_credits',
    `This costs ${cost} credits and the workspace has ${balance}. An operator can grant more.`,
  );

/** Adds credits. Call inside a transaction, as all functions below. */
export const grantCredits = async (
  workspaceId: string,
  amount: number,
  reason: LedgerReason,
  now: Date,
): Promise<number> => {
  const balance = await move(workspaceId, amount);
  await addEntry(workspaceId, 'grant', amount, balance, reason, now);
  return balance;
};

/** At and below this balance the workspace is told that credits run low. */
export const lowBalance = 20;

const thresholdCrossed = (before: number, after: number): 'credits.exhausted' | 'credits.low' | null => {
  if (before > 0 && after === 0) return 'credits.exhausted';
  return before > lowBalance && after <= lowBalance ? 'credits.low' : null;
};

/** Spends at once, where nothing outside the store has to be called. */
export const captureCredits = async (
  workspaceId: string,
  amount: number,
  reason: LedgerReason,
  now: Date,
): Promise<number> => {
  const balance = await move(workspaceId, -amount);
  await addEntry(workspaceId, 'capture', -amount, balance, reason, now);
  const type = thresholdCrossed(balance + amount, balance);
  if (type !== null) await addEvent(workspaceId, type, workspaceId, { balance }, now);
  return balance;
};

/** Sets credits aside before an outside call. */
export const holdCredits = async (
  workspaceId: string,
  amount: number,
  reason: LedgerReason,
  now: Date,
): Promise<number> => {
  const balance = await move(workspaceId, -amount);
  await addEntry(workspaceId, 'hold', -amount, balance, reason, now);
  return balance;
};

/** Gives a hold back whole, and captures what was really delivered (0: nothing). */
export const settleHold = async (
  workspaceId: string,
  held: number,
  captured: number,
  reason: LedgerReason,
  now: Date,
): Promise<number> => {
  const released = await move(workspaceId, held);
  await addEntry(workspaceId, 'release', held, released, reason, now);
  return captured === 0 ? released : captureCredits(workspaceId, captured, reason, now);
};

/** Gives back part of what an operation captured: a job that took the most it could need beforehand. */
export const refundCredits = async (
  workspaceId: string,
  amount: number,
  reason: LedgerReason,
  now: Date,
): Promise<number> => {
  const balance = await move(workspaceId, amount);
  await addEntry(workspaceId, 'refund', amount, balance, reason, now);
  return balance;
};

export const listLedger = (
  workspaceId: string,
  filter: { kind?: LedgerKind },
  page: PageRequest,
): Promise<PageResult<LedgerEntry>> => findPage(LedgerModel, { workspaceId, ...filter }, page);

/** The sum of all entries: equals the balance, or something is broken. */
export const sumLedger = async (workspaceId: string): Promise<number> => {
  const [sum] = await LedgerModel.aggregate<{ total: number }>([
    { $match: { workspaceId } },
    { $group: { _id: null, total: { $sum: '$amount' } } },
  ]);
  return sum?.total ?? 0;
};
