import { defineModel, stored } from '../documents/define-model.ts';
import { isFullDisk } from '../documents/full-disk.ts';
import { boolean, date } from '../documents/paths.ts';
import { isDuplicateKey } from '../documents/transaction.ts';

export interface RateWindow {
  /** Requests per window. */
  quota: number;
  windowMs: number;
}

export interface TakenTokens {
  isGranted: boolean;
  /** Whole requests left in the store after this. */
  remaining: number;
  /** Time until a request is allowed again, or until the quota is full if some remain. */
  resetMs: number;
}

/** GCRA: `tat` is the theoretical arrival time of the next request (Brandur Leach, "Rate limiting, cells and GCRA"). */
const RateLimitModel = defineModel(
  'RateLimit',
  'rate_limits',
  stored({
    tat: date,
    granted: boolean,
    seenAt: date,
  }).index({ seenAt: 1 }, { expireAfterSeconds: 3600 }),
);

/**
 * Takes all `tokens` or none, in one atomic update on the server's clock. Correct on any number of instances. On a full
 * disk, nothing is counted, so that reads continue.
 */
export async function takeTokens(id: string, tokens: number, window: RateWindow): Promise<TakenTokens> {
  try {
    return await take(id, tokens, window);
  } catch (error) {
    if (isFullDisk(error)) return { isGranted: true, remaining: 0, resetMs: 0 };
    // Another instance created the bucket at the same moment. It exists now.
    if (isDuplicateKey(error)) return take(id, tokens, window);
    throw error;
  }
}

async function take(id: string, tokens: number, { quota, windowMs }: RateWindow): Promise<TakenTokens> {
  const intervalMs = windowMs / quota;
  // No request can be allowed further ahead than one window. A later time comes from a clock that was since set back,
  // and says nothing about the requests of now.
  const isPossible = { $lte: ['$tat', { $add: ['$$NOW', windowMs] }] };
  const known = { $cond: [isPossible, { $ifNull: ['$tat', '$$NOW'] }, '$$NOW'] };
  const base = { $max: [known, '$$NOW'] };
  const next = { $add: [base, Math.ceil(tokens * intervalMs)] };
  const isGranted = { $lte: [{ $subtract: [next, '$$NOW'] }, windowMs] };
  const found = await RateLimitModel.findOneAndUpdate(
    { _id: id },
    [{ $set: { granted: isGranted, seenAt: '$$NOW', tat: { $cond: [isGranted, next, base] } } }],
    // A lost write costs a few requests of quota, not data, so there is no need to wait for the disk.
    { upsert: true, returnDocument: 'after', updatePipeline: true, writeConcern: { w: 1, journal: false } },
  ).lean();
  const doc = found!;
  const usedMs = doc.tat.getTime() - doc.seenAt.getTime();
  return {
    isGranted: doc.granted,
    remaining: Math.max(0, Math.floor((windowMs - usedMs) / intervalMs)),
    resetMs: doc.granted ? usedMs : Math.max(1, usedMs + Math.ceil(tokens * intervalMs) - windowMs),
  };
}
