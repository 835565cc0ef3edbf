import type { Index } from '../index/index-definition.ts';
import type { OverlayRecord, Transaction } from '../sessions/transaction.ts';
import type { Collection } from '../storage/collection.ts';
import type { Connection } from '../storage/connection.ts';
import type { Store } from '../storage/store.ts';

/** The state that a reader sees: the newest state, or a transaction's snapshot with its own writes. */
export class View {
  readonly store: Store;
  readonly transaction: Transaction | undefined;

  constructor(store: Store, transaction: Transaction | undefined) {
    this.store = store;
    this.transaction = transaction;
  }

  /** If nothing has been written since its snapshot, a transaction reads from the connection with the cached pages. */
  get connection(): Connection {
    const { store, transaction } = this;
    if (!transaction) return store.writer;
    const { snapshot } = transaction;
    return store.sequence === transaction.sequence ? store.writer : snapshot;
  }

  /** A collection created after the snapshot is empty in it. */
  isStored(collection: Collection): boolean {
    if (collection.isDropped) return false;
    return !this.transaction || collection.createdAt <= this.transaction.sequence;
  }

  canUse(index: Index): boolean {
    return !this.transaction || index.createdAt <= this.transaction.sequence;
  }

  overlayOf(collection: Collection): Map<number, OverlayRecord> | undefined {
    const records = this.transaction?.recordsOf(collection);
    return records && records.size > 0 ? records : undefined;
  }
}
