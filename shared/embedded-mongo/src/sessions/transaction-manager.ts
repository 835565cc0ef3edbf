import type { Document } from '../bson/values.ts';
import { writeConflict } from '../errors.ts';
import { type Collection, isPending } from '../storage/collection.ts';
import { duplicateKey, type KeyChange, keyChanges, rowHolding, writeRecord } from '../storage/record-writer.ts';
import type { Store } from '../storage/store.ts';
import { Blocked, keyLock, rowLock } from './locks.ts';
import { type OverlayRecord, Transaction } from './transaction.ts';

/** Beside what the records themselves add to the log. */
const commitBytes = 300;

/**
 * Every write of one document passes here. Transactions lock the documents and unique keys that they write at once, so
 * that the first one wins and a commit cannot fail; changes since the oldest snapshot are remembered for the same end.
 */
export class TransactionManager {
  private readonly store: Store;
  readonly open = new Set<Transaction>();
  private readonly locks = new Map<string, Transaction>();
  private readonly changed = new Map<string, number>();

  constructor(store: Store) {
    this.store = store;
  }

  /** An open transaction that has written to the collection. */
  writerOf(collection: Collection): Transaction | undefined {
    return [...this.open].find((transaction) => transaction.recordsOf(collection));
  }

  start(): Transaction {
    if (this.open.size === 0) this.store.queue.commitAlone();
    else this.store.queue.commit();
    const transaction = new Transaction(this.store.snapshots.take(), this.store.sequence);
    this.open.add(transaction);
    return transaction;
  }

  insert(collection: Collection, bytes: Buffer, document: Document, transaction: Transaction | undefined): void {
    const row = collection.nextRow;
    const changes = keyChanges(collection, undefined, document);
    this.check(collection, row, document, changes, transaction);
    collection.nextRow++;
    if (transaction) {
      // A copy, because the bytes may be part of a message that need not be kept.
      transaction.put({ collection, row, bytes: Buffer.from(bytes), document, base: undefined });
      return;
    }
    writeRecord(this.store, collection, row, bytes, true, changes);
    this.remember(collection, row, changes);
  }

  /** Without bytes the document is deleted. */
  replace(
    collection: Collection,
    row: number,
    before: Document,
    after: { bytes: Buffer; document: Document } | undefined,
    transaction: Transaction | undefined,
  ): void {
    const changes = keyChanges(collection, before, after?.document);
    this.check(collection, row, after?.document ?? before, changes, transaction);
    if (transaction) {
      transaction.put({ collection, row, bytes: after?.bytes, document: after?.document, base: before });
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
    this.checkName(rowLock(collection, row), transaction);
    for (const change of changes) {
      if (change.index.isUnique) this.checkUnique(collection, row, document, change, transaction);
    }
    if (transaction) this.takeLocks(collection, row, changes, transaction);
  }

  private checkUnique(
    collection: Collection,
    row: number,
    document: Document,
    change: KeyChange,
    transaction: Transaction | undefined,
  ): void {
    const { index } = change;
    for (const key of change.removed) this.checkName(keyLock(index, key), transaction);
    for (const key of change.added) {
      const name = keyLock(index, key);
      this.checkName(name, transaction);
      const own = transaction?.addedKeys.get(name);
      if (own !== undefined && own !== row) throw duplicateKey(collection, index, document);
      const holder = isPending(index) ? undefined : rowHolding(this.store, index, key, row);
      if (holder === undefined) continue;
      if (!transaction?.locks.has(name) || own !== undefined) throw duplicateKey(collection, index, document);
    }
  }

  /** Nobody else may hold it, and for a transaction nobody may have changed it since its snapshot. */
  private checkName(name: string, transaction: Transaction | undefined): void {
    const holder = this.locks.size > 0 ? this.locks.get(name) : undefined;
    const isTaken = holder !== undefined && holder !== transaction;
    if (isTaken && !transaction) throw new Blocked(holder);
    if (!transaction || holder === transaction) return;
    if (isTaken || (this.changed.get(name) ?? 0) > transaction.sequence) {
      transaction.contested = name;
      throw writeConflict();
    }
  }

  private takeLocks(
    collection: Collection,
    row: number,
    changes: readonly KeyChange[],
    transaction: Transaction,
  ): void {
    this.takeLock(rowLock(collection, row), transaction);
    for (const { index, removed, added } of changes) {
      if (!index.isUnique) continue;
      for (const key of removed) {
        this.takeLock(keyLock(index, key), transaction);
        transaction.addedKeys.delete(keyLock(index, key));
      }
      for (const key of added) {
        this.takeLock(keyLock(index, key), transaction);
        transaction.addedKeys.set(keyLock(index, key), row);
      }
    }
  }

  private takeLock(name: string, transaction: Transaction): void {
    this.locks.set(name, transaction);
    transaction.locks.add(name);
  }

  private remember(collection: Collection, row: number, changes: readonly KeyChange[]): void {
    if (this.open.size === 0) return;
    const { sequence } = this.store;
    this.changed.set(rowLock(collection, row), sequence);
    for (const { index, removed, added } of changes) {
      if (!index.isUnique) continue;
      for (const key of removed) this.changed.set(keyLock(index, key), sequence);
      for (const key of added) this.changed.set(keyLock(index, key), sequence);
    }
  }

  /** Writes the overlay, and what else belongs to it, into the open batch; the caller waits until that is durable. */
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
      const { collection, row, bytes, base, document } = record;
      const changes = keyChanges(collection, base, document);
      const isNothing = collection.isDropped || (!base && !document);
      if (!isNothing) writeRecord(this.store, collection, row, bytes, !base, changes);
      return { record, changes };
    });
  }

  /** Ends a transaction without effect, or after its commit. */
  release(transaction: Transaction): void {
    if (!transaction.isOpen) return;
    transaction.isOpen = false;
    this.open.delete(transaction);
    for (const name of transaction.locks) this.locks.delete(name);
    this.store.snapshots.release(transaction.snapshot);
    if (this.open.size === 0) this.changed.clear();
    transaction.end();
  }
}
