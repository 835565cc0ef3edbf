const failuresToOpen = 5;
const openForMs = 2_000;

/**
 * Stops calling a core that is down, so that callers get an immediate response and the core can recover. After the
 * pause, one call at a time tries again.
 */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get isOpen(): boolean {
    return this.#now() < this.#openUntil;
  }

  /** True if the call may be sent. When half open, the breaker lets one call through and holds the others back. */
  tryPass(): boolean {
    if (this.isOpen) return false;
    if (this.#failures >= failuresToOpen) this.#openUntil = this.#now() + openForMs;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= failuresToOpen) this.#openUntil = this.#now() + openForMs;
  }
}
