import { isFullDisk } from '@outbound/node-service/store/full-disk';
import type { Collection, Db } from 'mongodb';

interface Bucket {
  _id: string;
  /** Theoretical arrival time of the next request (GCRA). */
  tat: Date;
  isGranted: boolean;
  seenAt: Date;
}

/** Counter of a fixed window. */
interface Window {
  _id: string;
  count: number;
  endsAt: Date;
  seenAt: Date;
}

export interface RateQuota {
  perPeriod: number;
  periodMs: number;
}

export interface Taken {
  isGranted: boolean;
  /** Milliseconds until the next request is granted, after a rejected one. */
  retryAfterMs: number;
}

const keepS = 2 * 60 * 60;

/** Counts the requests that all gateways admit, by the clock of the store. A burst of a whole period is allowed. */
export class RateStore {
  readonly #buckets: Collection<Bucket>;
  readonly #windows: Collection<Window>;

  constructor(db: Db) {
    this.#buckets = db.collection<Bucket>('rates');
    this.#windows = db.collection<Window>('rates');
  }

  async prepare(): Promise<void> {
    await this.#buckets.createIndex({ seenAt: 1 }, { expireAfterSeconds: keepS });
  }

  /** Takes the full `count` or none. If the disk is full, nothing is counted, so that reads continue to work. */
  take(id: string, count: number, quota: RateQuota): Promise<Taken> {
    return grantedIfFull(this.#take(id, count, quota));
  }

  /**
   * Counts one request in a window that starts with its first request. Unlike `take`, it refills nothing in between, so
   * slow requests also reach the limit.
   */
  takeInWindow(id: string, quota: RateQuota): Promise<Taken> {
    return grantedIfFull(this.#takeInWindow(id, quota));
  }

  async #takeInWindow(id: string, { perPeriod, periodMs }: RateQuota): Promise<Taken> {
    const latest = { $add: ['$$NOW', periodMs] };
    // A window that ends later than one period from now comes from a clock that was since set back.
    const isOpen = { $and: [{ $gt: ['$endsAt', '$$NOW'] }, { $lte: ['$endsAt', latest] }] };
    const endsAt = { $cond: [isOpen, '$endsAt', latest] };
    const window = await this.#windows.findOneAndUpdate(
      { _id: id },
      [{ $set: { count: { $cond: [isOpen, { $add: ['$count', 1] }, 1] }, endsAt, seenAt: '$$NOW' } }],
      { upsert: true, returnDocument: 'after', writeConcern: { w: 1, journal: false } },
    );
    if (window === null || window.count <= perPeriod) return { isGranted: true, retryAfterMs: 0 };
    return { isGranted: false, retryAfterMs: window.endsAt.getTime() - window.seenAt.getTime() };
  }

  async #take(id: string, count: number, { perPeriod, periodMs }: RateQuota): Promise<Taken> {
    const takenMs = Math.ceil((count * periodMs) / perPeriod);
    // No admitted request can be more than one period ahead. A later time comes from a clock that was since set back,
    // and says nothing about the requests of now.
    const isPossible = { $lte: ['$tat', { $add: ['$$NOW', periodMs] }] };
    const known = { $cond: [isPossible, { $ifNull: ['$tat', '$$NOW'] }, '$$NOW'] };
    const base = { $max: [known, '$$NOW'] };
    const next = { $add: [base, takenMs] };
    const isGranted = { $lte: [{ $subtract: [next, '$$NOW'] }, periodMs] };
    const bucket = await this.#buckets.findOneAndUpdate(
      { _id: id },
      [{ $set: { isGranted, seenAt: '$$NOW', tat: { $cond: [isGranted, next, base] } } }],
      // A lost write costs a few requests of quota, not data, so there is no need to wait for the disk.
      { upsert: true, returnDocument: 'after', writeConcern: { w: 1, journal: false } },
    );
    const { tat, seenAt, isGranted: granted } = bucket as Bucket;
    return { isGranted: granted, retryAfterMs: tat.getTime() - seenAt.getTime() + takenMs - periodMs };
  }
}

async function grantedIfFull(taken: Promise<Taken>): Promise<Taken> {
  try {
    return await taken;
  } catch (error) {
    if (isFullDisk(error)) return { isGranted: true, retryAfterMs: 0 };
    throw error;
  }
}
