import type { Collection, Db } from 'mongodb';
import { isFullDisk } from './full-disk.ts';

interface Bucket {
  _id: string;
  /** Theoretical arrival time of the next request (GCRA). */
  tat: Date;
  isGranted: boolean;
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

  constructor(db: Db) {
    this.#buckets = db.collection<Bucket>('rates');
  }

  async prepare(): Promise<void> {
    await this.#buckets.createIndex({ seenAt: 1 }, { expireAfterSeconds: keepS });
  }

  /** Takes the full `count` or none. If the disk is full, nothing is counted, so that reads continue to work. */
  async take(id: string, count: number, quota: RateQuota): Promise<Taken> {
    try {
      return await this.#take(id, count, quota);
    } catch (error) {
      if (isFullDisk(error)) return { isGranted: true, retryAfterMs: 0 };
      throw error;
    }
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
