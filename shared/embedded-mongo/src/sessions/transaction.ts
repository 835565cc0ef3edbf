import type { Document } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Index } from '../index/index-definition.ts';
import type { Collection } from '../storage/collection.ts';
import type { Connection } from '../storage/connection.ts';
import type { KeyChange } from '../storage/record-writer.ts';

/** A document as a transaction has changed it; without bytes it is deleted. */
export interface OverlayRecord {
  collection: Collection;
  row: number;
  bytes: Buffer | undefined;
  document: Document | undefined;
  /** The document as the snapshot has it; undefined when the transaction inserted it. */
  base: Document | undefined;
  /** What its only write changes in the indexes there were then. */
  known?: { changes: KeyChange[]; indexes: readonly Index[] } | undefined;
}

/** One open multi-document transaction: a snapshot, and what it has written so far, kept in memory until it commits. */
export class Transaction {
  private readonly connection: Connection;
  /** Changes with a higher number happened after the snapshot. */
  readonly sequence: number;
  readonly overlay = new Map<Collection, Map<number, OverlayRecord>>();
  /** Unique keys that it added, by lock name, with the row. */
  readonly addedKeys = new Map<string, number>();
  readonly locks = new Set<string>();
  /** Collections that it has made, by namespace; they come into being when it commits. */
  readonly created = new Map<string, Collection>();
  readonly ended: Promise<void>;
  readonly end: () => void;
  isOpen = true;
  /** Why it was ended, when neither its client nor its age was the reason. */
  endedBy: MongoError | undefined;
  /** The lock over which a write was refused. */
  contested: string | undefined;

  constructor(snapshot: Connection, sequence: number) {
    this.connection = snapshot;
    this.sequence = sequence;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.end = resolve;
  }

  /** A statement that is still on its way when the transaction ends must neither read nor write on. */
  checkOpen(): void {
    if (!this.isOpen) throw this.endedBy ?? new MongoError(251, 'The transaction has been ended');
  }

  /** Where it reads. */
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
