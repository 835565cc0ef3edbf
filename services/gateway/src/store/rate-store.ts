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
  /** Until one is granted again, where none was. */
  retryAfterMs: number;
}

const keepS = 2 * 60 * 60;

/** Counts what all gateways let through, on the clock of the store. A burst of a whole period is allowed. */
export class RateStore {
  readonly #buckets: Collection<Bucket>;

  constructor(db: Db) {
    this.#buckets = db.collection<Bucket>('rates');
  }

  async prepare(): Promise<void> {
    await this.#buckets.createIndex({ seenAt: 1 }, { expireAfterSeconds: keepS });
  }

  /** Takes `count` at once, or none. Where the disk is full nobody is counted, so that reading goes on. */
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
    // No request can have been let through further ahead than a period: a later time is of a clock that has gone back since.
    const known = { $min: [{ $ifNull: ['$tat', '$$NOW'] }, { $add: ['$$NOW', periodMs] }] };
    const base = { $max: [known, '$$NOW'] };
    const next = { $add: [base, takenMs] };
    const isGranted = { $lte: [{ $subtract: [next, '$$NOW'] }, periodMs] };
    const bucket = await this.#buckets.findOneAndUpdate(
      { _id: id },
      [{ $set: { isGranted, seenAt: '$$NOW', tat: { $cond: [isGranted, next, base] } } }],
      // A lost write costs a few requests of quota, not data: no need to wait for the disk.
      { upsert: true, returnDocument: 'after', writeConcern: { w: 1, journal: false } },
    );
    const { tat, seenAt, isGranted: granted } = bucket as Bucket;
    return { isGranted: granted, retryAfterMs: tat.getTime() - seenAt.getTime() + takenMs - periodMs };
  }
}
