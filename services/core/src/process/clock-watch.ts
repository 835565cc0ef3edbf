/** Smallest step that matters. Time synchronization corrects smaller differences gradually. */
const stepMsMin = 10_000;
const tickMs = 1_000;

interface Step {
  /** Time that the clock would show without the step. */
  from: Date;
  /** Time that it shows instead. */
  to: Date;
}

interface ClockWatchOptions {
  onStep(step: Step): void;
  /** Wall clock and monotonic clock, in milliseconds. */
  wall?: () => number;
  monotonic?: () => number;
}

/** Detects steps of the wall clock, by comparing it with the monotonic clock. */
export class ClockWatch {
  readonly #options: Required<ClockWatchOptions>;
  #difference: number;
  #timer?: NodeJS.Timeout;

  constructor({ wall = Date.now, monotonic = () => performance.now(), onStep }: ClockWatchOptions) {
    this.#options = { wall, monotonic, onStep };
    this.#difference = wall() - monotonic();
  }

  tick(): void {
    const { wall, monotonic, onStep } = this.#options;
    const to = wall();
    const stepMs = to - monotonic() - this.#difference;
    this.#difference += stepMs;
    if (Math.abs(stepMs) >= stepMsMin) onStep({ from: new Date(to - stepMs), to: new Date(to) });
  }

  start(): void {
    this.#timer = setInterval(() => this.tick(), tickMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
