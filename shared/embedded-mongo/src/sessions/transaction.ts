import type { Document } from '../bson/values.ts';
import type { Collection } from '../storage/collection.ts';
import type { Connection } from '../storage/connection.ts';

/** A document as a transaction has changed it; without bytes it is deleted. */
export interface OverlayRecord {
  collection: Collection;
  row: number;
  bytes: Buffer | undefined;
  document: Document | undefined;
  /** The document as the snapshot has it; undefined when the transaction inserted it. */
  base: Document | undefined;
}

/** One open multi-document transaction: a snapshot, and what it has written so far, kept in memory until it commits. */
export class Transaction {
  readonly snapshot: Connection;
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
  /** The lock over which a write was refused. */
  contested: string | undefined;

  constructor(snapshot: Connection, sequence: number) {
    this.snapshot = snapshot;
    this.sequence = sequence;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.end = resolve;
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
    records.set(record.row, earlier ? { ...record, base: earlier.base } : record);
  }
}
