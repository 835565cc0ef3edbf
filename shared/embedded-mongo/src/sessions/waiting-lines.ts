import { isWithin } from './is-within.ts';

/** After this a transaction tries without its turn: the one in front may be in no hurry, or write something else. */
const waitMaxMs = 1_000;

/**
 * Where transactions that lost a document to another one wait before their next try. Without it they all try at once,
 * all but one in vain. Nothing is held while waiting, so nobody can wait for each other.
 */
export class WaitingLines {
  private readonly lines = new Map<string, Promise<unknown>>();

  /** Resolves when it is one's turn, with what to call when that is over. */
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
