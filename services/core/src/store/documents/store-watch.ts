import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../../errors/errors.ts';

const tickMs = 250;
/** How often a store that was well is asked while nobody waits for it. */
const restMs = 5_000;
/** So long the store may be silent before requests stop waiting for it. */
const silenceMaxMs = 3_500;

interface Wish {
  isGivenUp: boolean;
}

const wishes = new AsyncLocalStorage<Wish>();

/**
 * Notices a store that hangs or is gone: a ping that does not come back. Slow work on a store that is well is left
 * alone. Only time that this process was awake for counts.
 */
export class StoreWatch {
  readonly #ping: () => Promise<unknown>;
  readonly #listeners = new Set<() => void>();
  #timer?: NodeJS.Timeout;
  #isAsking = false;
  #silentMs = 0;
  #tickedAt = 0;
  #restedMs = 0;

  constructor(ping: () => Promise<unknown>) {
    this.#ping = ping;
  }

  get isHanging(): boolean {
    return this.#silentMs >= silenceMaxMs;
  }

  start(): void {
    this.#tickedAt = performance.now();
    this.#timer = setInterval(() => this.tick(performance.now()), tickMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** One look at the clock, in ms. */
  tick(now: number): void {
    const wasHanging = this.isHanging;
    const passed = Math.min(now - this.#tickedAt, 2 * tickMs);
    this.#tickedAt = now;
    if (this.#mayRest(passed)) return;
    this.#silentMs += passed;
    if (!this.#isAsking) void this.#ask();
    if (this.isHanging && !wasHanging) for (const listener of this.#listeners) listener();
  }

  /**
   * Runs the work, and fails with `unavailable` as soon as the store hangs. What then still runs commits no transaction
   * that it has not begun to commit.
   */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.isHanging) throw unavailable();
    const wish: Wish = { isGivenUp: false };
    let giveUp = () => {};
    const hanging = new Promise<never>((_resolve, reject) => {
      giveUp = () => {
        wish.isGivenUp = true;
        reject(unavailable());
      };
    });
    this.#listeners.add(giveUp);
    try {
      return await Promise.race([wishes.run(wish, work), hanging]);
    } finally {
      this.#listeners.delete(giveUp);
    }
  }

  #mayRest(passed: number): boolean {
    if (this.#isAsking || this.#silentMs > 0 || this.#listeners.size > 0) return false;
    this.#restedMs = (this.#restedMs + passed) % restMs;
    return this.#restedMs >= passed;
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      await this.#ping();
      this.#silentMs = 0;
    } catch {
      // Counts as silence.
    } finally {
      this.#isAsking = false;
    }
  }
}

function unavailable(): AppError {
  return new AppError(
    'unavailable',
    'The store does not respond. Repeat the request with the same Idempotency-Key; without one, look first whether it was carried out.',
    { retryAfterSeconds: 2 },
  );
}

/** Before a commit: the one who asked for the work may have been refused already. */
export function requireStillWanted(): void {
  if (!stillWanted()()) throw unavailable();
}

/** The same for a commit that is made elsewhere on behalf of who asks now. */
export function stillWanted(): () => boolean {
  const wish = wishes.getStore();
  return () => wish?.isGivenUp !== true;
}
