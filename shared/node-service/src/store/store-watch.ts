const tickMs = 250;
/** Interval between checks of a healthy store while no request needs it. */
const restMs = 5_000;
/** Silence of the store after which requests stop waiting for it. */
const silenceMaxMs = 3_500;

/**
 * Detects a store that hangs or is unreachable, by a ping without a response. Only time when this process was awake
 * counts.
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

  /** Handles one timer interval. `now` is in milliseconds. */
  tick(now: number): void {
    const wasHanging = this.isHanging;
    const passed = Math.min(now - this.#tickedAt, 2 * tickMs);
    this.#tickedAt = now;
    if (this.#mayRest(passed)) return;
    this.#silentMs += passed;
    if (!this.#isAsking) void this.#ask();
    if (this.isHanging && !wasHanging) for (const listener of this.#listeners) listener();
  }

  /** Calls the listener when the store starts to hang. Returns a function that removes the listener. */
  onHang(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
      // A failed ping counts as silence.
    } finally {
      this.#isAsking = false;
    }
  }
}
