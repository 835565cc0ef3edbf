import { randomBytes } from 'node:crypto';
import type { Raw } from '../bson/encode.ts';
import { MongoError } from '../errors.ts';
import type { Transaction } from '../sessions/transaction.ts';
import { Breather } from './breathe.ts';

const idleLifetimeMs = 10 * 60_000;
const replyBytesMax = 16 * 1024 * 1024;

/** Results of a query, read chunk by chunk as the client requests them. */
export class Cursor {
  /** 0 until the cursor is registered. */
  id = 0n;
  readonly namespace: string;
  readonly isIdleForever: boolean;
  readonly transaction: Transaction | undefined;
  /** The session that created it. No other session can read from it. */
  readonly session: string | undefined;
  /** Remaining time limit of the command that created it, in milliseconds. */
  leftMs = Number.POSITIVE_INFINITY;
  private readonly source: Iterator<Raw[]>;
  private pending: Raw[] = [];
  private at = 0;
  private isEnded = false;
  usedAt = 0;

  constructor(
    namespace: string,
    source: Iterator<Raw[]>,
    transaction: Transaction | undefined,
    isIdleForever: boolean,
    session: string | undefined,
  ) {
    this.namespace = namespace;
    this.source = source;
    this.transaction = transaction;
    this.isIdleForever = isIdleForever;
    this.session = session;
  }

  get isExhausted(): boolean {
    return this.isEnded && this.at >= this.pending.length;
  }

  /** The next documents, at most `count`, and at most as many as fit in one reply. */
  async next(count: number, deadline: number): Promise<Raw[]> {
    const breather = new Breather(deadline);
    const batch: Raw[] = [];
    let bytes = 0;
    while (batch.length < count) {
      if (this.at >= this.pending.length && !(await this.pull(breather))) break;
      const document = this.pending[this.at]!;
      if (bytes + document.bytes.length > replyBytesMax && batch.length > 0) return batch;
      bytes += document.bytes.length;
      batch.push(document);
      this.at++;
    }
    if (this.at >= this.pending.length && !this.isEnded) await this.pull(breather);
    return batch;
  }

  private async pull(breather: Breather): Promise<boolean> {
    while (!this.isEnded) {
      const { value, done } = this.source.next();
      if (done) this.isEnded = true;
      else if (value.length > 0) {
        this.pending = value;
        this.at = 0;
        return true;
      }
      if (breather.isDue) await breather.pause();
    }
    return false;
  }
}

export class CursorRegistry {
  private readonly cursors = new Map<bigint, Cursor>();
  private readonly now: () => Date;

  constructor(now: () => Date) {
    this.now = now;
  }

  get count(): number {
    return this.cursors.size;
  }

  keep(cursor: Cursor): void {
    cursor.id = (randomBytes(8).readBigInt64BE() & 0x7fffffffffffffffn) | 1n;
    cursor.usedAt = this.now().getTime();
    this.cursors.set(cursor.id, cursor);
  }

  get(id: bigint): Cursor {
    const cursor = this.cursors.get(id);
    if (!cursor || (cursor.transaction && !cursor.transaction.isOpen)) {
      this.cursors.delete(id);
      throw new MongoError(43, `cursor id ${id} not found`);
    }
    cursor.usedAt = this.now().getTime();
    return cursor;
  }

  remove(id: bigint): boolean {
    return this.cursors.delete(id);
  }

  expire(): void {
    const now = this.now().getTime();
    for (const [id, cursor] of this.cursors) {
      if (!cursor.isIdleForever && now - cursor.usedAt > idleLifetimeMs) this.cursors.delete(id);
    }
  }
}
