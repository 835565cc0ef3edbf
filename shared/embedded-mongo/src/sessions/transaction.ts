import type { Document } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Index } from '../index/index-definition.ts';
import type { Collection } from '../storage/collection.ts';
import type { Connection } from '../storage/connection.ts';
import type { KeyChange } from '../storage/record-writer.ts';

/** A document as changed by a transaction. Deleted if it has no bytes. */
export interface OverlayRecord {
  collection: Collection;
  row: number;
  bytes: Buffer | undefined;
  document: Document | undefined;
  /** The document in the snapshot. Undefined if the transaction inserted it. */
  base: Document | undefined;
  /** Index changes of its only write, for the indexes at that time. */
  known?: { changes: KeyChange[]; indexes: readonly Index[] } | undefined;
}

/** One open multi-document transaction: a snapshot plus its own writes, which stay in memory until the commit. */
export class Transaction {
  private readonly connection: Connection;
  /** Changes with a higher number are newer than the snapshot. */
  readonly sequence: number;
  readonly overlay = new Map<Collection, Map<number, OverlayRecord>>();
  /** Unique keys that it added: row by lock name. */
  readonly addedKeys = new Map<string, number>();
  readonly locks = new Set<string>();
  /** Collections that it created, by namespace. The commit makes them visible to others. */
  readonly created = new Map<string, Collection>();
  readonly ended: Promise<void>;
  readonly end: () => void;
  isOpen = true;
  /** Reason for ending the transaction, other than its client or its age. */
  endedBy: MongoError | undefined;
  /** The lock that made a write fail. */
  contested: string | undefined;

  constructor(snapshot: Connection, sequence: number) {
    this.connection = snapshot;
    this.sequence = sequence;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.end = resolve;
  }

  /** A statement that is still running when the transaction ends must neither read nor write any further. */
  checkOpen(): void {
    if (!this.isOpen) throw this.endedBy ?? new MongoError(251, 'The transaction has been ended');
  }

  /** The connection that it reads from. */
  get snapshot(): Connection {
    this.checkOpen();
    return this.connection;
  }

  recordsOf(collection: Collection): Map<number, OverlayRecord> | undefined {
    return this.overlay.get(collection);
  }

  put(record: OverlayRecord): void {
    let records = this.overlay.get(record.collection);
    if (!records) {
      records = new Map();
      this.overlay.set(record.collection, records);
    }
    const earlier = records.get(record.row);
    records.set(record.row, earlier ? { ...record, base: earlier.base, known: undefined } : record);
  }
}
