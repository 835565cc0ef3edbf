import type { Store } from '../storage/store.ts';
import { isWithin } from './is-within.ts';
import type { TransactionManager } from './transaction-manager.ts';

const waitMaxMs = 500;
/** After waiting in vain, for a transaction that takes long, it is tried again so much later. */
const pauseMs = 10_000;

/**
 * The log can begin anew only when no snapshot is open. Where transactions overlap all the time that never happens by
 * itself, so while the log is too large new ones wait here for the open ones to end.
 */
export class LogGate {
  private readonly store: Store;
  private readonly transactions: TransactionManager;
  private nextWaitAt = 0;

  constructor(store: Store, transactions: TransactionManager) {
    this.store = store;
    this.transactions = transactions;
  }

  async pass(): Promise<void> {
    const { open } = this.transactions;
    const isFree = !this.store.queue.isLogTooLarge || open.size === 0;
    if (isFree || performance.now() < this.nextWaitAt) return;
    const areEnded = Promise.all([...open].map(({ ended }) => ended));
    if (await isWithin(areEnded, waitMaxMs)) return;
    this.nextWaitAt = performance.now() + pauseMs;
  }
}
