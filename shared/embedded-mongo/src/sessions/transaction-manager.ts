import type { Document } from '../bson/values.ts';
import { snapshotTooOld, writeConflict } from '../errors.ts';
import { type Collection, isPending } from '../storage/collection.ts';
import type { SnapshotHolders } from '../storage/log/checkpoints.ts';
import type { Origin } from '../storage/outcomes.ts';
import { duplicateKey, type KeyChange, keyChanges, rowHolding, writeRecord } from '../storage/record-writer.ts';
import type { Store } from '../storage/store.ts';
import { isWithin } from './is-within.ts';
import { LockTable } from './lock-table.ts';
import { keyLock, rowLock } from './locks.ts';
import { type OverlayRecord, Transaction } from './transaction.ts';

/** Log bytes per commit, in addition to those of the records. */
const commitBytes = 300;

/** Reuses the changes computed during the write, unless an index was created or dropped since then. */
function changesOf({ collection, base, document, known }: OverlayRecord): KeyChange[] {
  const { indexes } = collection;
  const isKnown = known?.indexes.length === indexes.length && indexes.every((each, at) => each === known.indexes[at]);
  return isKnown ? known.changes : keyChanges(collection, base, document);
}

/**
 * Entry point for every write of a document. Transactions lock the documents and unique keys immediately when they
 * write. The first transaction therefore wins, and commits cannot fail. Changes since the oldest snapshot are recorded
 * for the same reason.
 */
export class TransactionManager implements SnapshotHolders {
  private readonly store: Store;
  readonly open = new Set<Transaction>();
  private readonly locks = new LockTable();

  constructor(store: Store) {
    this.store = store;
    store.queue.checkpoints.holders = this;
  }

  /** Returns an open transaction that has written to the collection. */
  writerOf(collection: Collection): Transaction | undefined {
    return [...this.open].find((transaction) => transaction.recordsOf(collection));
  }

  /** Begins at the end of a batch, so that many transactions can begin together and none forces a commit. */
  start(): Promise<Transaction> {
    return this.store.queue.betweenBatches(() => {
      const transaction = new Transaction(this.store.snapshots.take(this.store.sequence), this.store.sequence);
      this.open.add(transaction);
      return transaction;
    });
  }

  get count(): number {
    return this.open.size;
  }

  whenNone(limitMs: number): Promise<boolean> {
    if (this.open.size === 0) return Promise.resolve(true);
    return isWithin(Promise.all([...this.open].map(({ ended }) => ended)), limitMs);
  }

  /** Ends all open transactions, because the log cannot hold more changes that are newer than their snapshots. */
  endAll(): void {
    for (const transaction of this.open) {
      transaction.endedBy = snapshotTooOld();
      this.release(transaction);
    }
  }

  insert(
    collection: Collection,
    bytes: Buffer,
    document: Document,
    transaction: Transaction | undefined,
    origin?: Origin,
  ): void {
    if (!transaction) this.store.queue.open();
    const row = collection.nextRow;
    const changes = keyChanges(collection, undefined, document);
    this.check(collection, row, document, changes, transaction);
    collection.nextRow++;
    if (transaction) {
      // Copied, because the bytes may be part of a large message that could otherwise not be freed.
      const known = { changes, indexes: [...collection.indexes] };
      transaction.put({ collection, row, bytes: Buffer.from(bytes), document, base: undefined, known });
      return;
    }
    writeRecord(this.store, collection, row, bytes, true, changes, origin);
    this.remember(collection, row, changes);
  }

  /** Without bytes, the document is deleted. */
  replace(
    collection: Collection,
    row: number,
    before: Document,
    after: { bytes: Buffer; document: Document } | undefined,
    transaction: Transaction | undefined,
  ): void {
    if (!transaction) this.store.queue.open();
    const changes = keyChanges(collection, before, after?.document);
    this.check(collection, row, after?.document ?? before, changes, transaction);
    if (transaction) {
      const known = { changes, indexes: [...collection.indexes] };
      transaction.put({ collection, row, bytes: after?.bytes, document: after?.document, base: before, known });
      return;
    }
    writeRecord(this.store, collection, row, after?.bytes, false, changes);
    this.remember(collection, row, changes);
  }

  private check(
    collection: Collection,
    row: number,
    document: Document,
    changes: readonly KeyChange[],
    transaction: Transaction | undefined,
  ): void {
    transaction?.checkOpen();
    this.locks.check(rowLock(collection, row), transaction);
    for (const change of changes) {
      if (change.index.isUnique) this.checkUnique(collection, row, document, change, transaction);
    }
    if (transaction) this.locks.take(collection, row, changes, transaction);
  }

  private checkUnique(
    collection: Collection,
    row: number,
    document: Document,
    change: KeyChange,
    transaction: Transaction | undefined,
  ): void {
    const { index } = change;
    for (const key of change.removed) this.locks.check(keyLock(index, key), transaction);
    for (const key of change.added) {
      const name = keyLock(index, key);
      this.locks.check(name, transaction);
      const own = transaction?.addedKeys.get(name);
      if (own !== undefined && own !== row) throw duplicateKey(collection, index, document);
      const holder = isPending(index) ? undefined : rowHolding(this.store, index, key, row);
      if (holder === undefined) continue;
      if (!transaction?.locks.has(name) || own !== undefined) throw duplicateKey(collection, index, document);
    }
  }

  private remember(collection: Collection, row: number, changes: readonly KeyChange[]): void {
    if (this.open.size > 0) this.locks.remember(collection, row, changes, this.store.sequence);
  }

  /** Writes the overlay and the additional data into the open batch. The caller waits until the batch is durable. */
  commit(transaction: Transaction, alsoWrite: () => void): void {
    const { catalogue, queue } = this.store;
    try {
      for (const { database, name } of transaction.created.values()) {
        if (catalogue.find(database, name)) throw writeConflict();
      }
      const written = queue.write(commitBytes, () => {
        for (const collection of transaction.created.values()) catalogue.persist(collection, ++this.store.sequence);
        alsoWrite();
        return this.writeOverlay(transaction);
      });
      this.release(transaction);
      for (const { record, changes } of written) this.remember(record.collection, record.row, changes);
    } finally {
      this.release(transaction);
    }
  }

  private writeOverlay(transaction: Transaction): { record: OverlayRecord; changes: KeyChange[] }[] {
    const records = [...transaction.overlay.values()].flatMap((rows) => [...rows.values()]);
    return records.map((record) => {
      const { collection, row, bytes, base } = record;
      const changes = changesOf(record);
      const isNothing = collection.isDropped || (!base && !record.document);
      if (!isNothing) writeRecord(this.store, collection, row, bytes, !base, changes);
      return { record, changes };
    });
  }

  /** Ends a transaction after its commit, or without effect. */
  release(transaction: Transaction): void {
    if (!transaction.isOpen) return;
    this.store.snapshots.release(transaction.snapshot);
    transaction.isOpen = false;
    this.open.delete(transaction);
    this.locks.release(transaction, this.open.size === 0);
    transaction.end();
  }
}
