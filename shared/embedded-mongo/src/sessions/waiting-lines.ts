import { isWithin } from './is-within.ts';

/**
 * Timeout in milliseconds, after which a transaction tries out of turn. The transaction in front may be slow, or write
 * something else.
 */
const waitMaxMs = 1_000;

/**
 * Queues for transactions that lost a document to another transaction, before their next attempt. Without queues, all
 * of them would try at the same time, and all but one would fail. Nothing is locked while waiting, so deadlocks cannot
 * occur.
 */
export class WaitingLines {
  private readonly lines = new Map<string, Promise<unknown>>();

  /** Resolves when its turn comes, with a function that ends the turn. */
  async enter(name: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ahead = this.lines.get(name);
    const line = Promise.all([ahead, promise]).then(() => {
      if (this.lines.get(name) === line) this.lines.delete(name);
    });
    this.lines.set(name, line);
    if (ahead) await isWithin(ahead, waitMaxMs);
    return resolve;
  }
}
