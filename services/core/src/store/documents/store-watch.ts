import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../../errors/errors.ts';

const tickMs = 250;
/** Interval for checking a healthy store while no request waits for it, in milliseconds. */
const restMs = 5_000;
/** Maximum silence of the store before requests stop waiting for it, in milliseconds. */
const silenceMaxMs = 3_500;

interface Wish {
  isGivenUp: boolean;
}

const wishes = new AsyncLocalStorage<Wish>();

/**
 * Detects a store that hangs or is down by a ping that never returns. Slow work on a healthy store continues. Counts
 * only time during which this process was awake.
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

  /** Processes one clock reading, in milliseconds. */
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
   * Runs the work, and fails with `unavailable` as soon as the store hangs. The rest of the work then starts no further
   * commit.
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
      // Counts as no response.
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

/** Call before a commit: the caller may already have received an error. */
export function requireStillWanted(): void {
  if (!stillWanted()()) throw unavailable();
}

/** Same check for a commit made elsewhere on behalf of the current caller. */
export function stillWanted(): () => boolean {
  const wish = wishes.getStore();
  return () => wish?.isGivenUp !== true;
}
