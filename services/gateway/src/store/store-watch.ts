const tickMs = 250;
/** How often a store that was well is asked while nobody waits for it. */
const restMs = 5_000;
/** So long the store may be silent before requests stop waiting for it. */
const silenceMaxMs = 3_500;

/** Notices a store that hangs or is gone: a ping that does not come back. Only time that this process was awake for counts. */
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

  /** Calls the listener when the store begins to hang, until it is taken away. */
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
      // Counts as silence.
    } finally {
      this.#isAsking = false;
    }
  }
}
