import { writeConflict } from '../errors.ts';
import type { Collection } from '../storage/collection.ts';
import type { KeyChange } from '../storage/record-writer.ts';
import { Blocked, keyLock, rowLock } from './locks.ts';
import type { Transaction } from './transaction.ts';

/** Documents and unique keys that open transactions hold, and those that changed since the oldest snapshot. */
export class LockTable {
  private readonly holders = new Map<string, Transaction>();
  private readonly changed = new Map<string, number>();

  /**
   * Throws if another transaction holds the lock. For a transaction, also throws if the item has changed since its
   * snapshot.
   */
  check(name: string, transaction: Transaction | undefined): void {
    const holder = this.holders.size > 0 ? this.holders.get(name) : undefined;
    const isTaken = holder !== undefined && holder !== transaction;
    if (isTaken && !transaction) throw new Blocked(holder);
    if (!transaction || holder === transaction) return;
    if (isTaken || (this.changed.get(name) ?? 0) > transaction.sequence) {
      transaction.contested = name;
      throw writeConflict();
    }
  }

  take(collection: Collection, row: number, changes: readonly KeyChange[], transaction: Transaction): void {
    this.hold(rowLock(collection, row), transaction);
    for (const { index, removed, added } of changes) {
      if (!index.isUnique) continue;
      for (const key of removed) {
        this.hold(keyLock(index, key), transaction);
        transaction.addedKeys.delete(keyLock(index, key));
      }
      for (const key of added) {
        this.hold(keyLock(index, key), transaction);
        transaction.addedKeys.set(keyLock(index, key), row);
      }
    }
  }

  private hold(name: string, transaction: Transaction): void {
    this.holders.set(name, transaction);
    transaction.locks.add(name);
  }

  remember(collection: Collection, row: number, changes: readonly KeyChange[], sequence: number): void {
    this.changed.set(rowLock(collection, row), sequence);
    for (const { index, removed, added } of changes) {
      if (!index.isUnique) continue;
      for (const key of removed) this.changed.set(keyLock(index, key), sequence);
      for (const key of added) this.changed.set(keyLock(index, key), sequence);
    }
  }

  /** After the last open transaction, the changes no longer matter. */
  release(transaction: Transaction, isLast: boolean): void {
    for (const name of transaction.locks) this.holders.delete(name);
    if (isLast) this.changed.clear();
  }
}
