/** A part that is silent for so long hangs. */
export const silentMs = 10_000;
/** From here on no request is passed to it. */
export const unheardMs = 3_000;
/** Before a part was ready for the first time it may read a whole store without a turn of its event loop. */
const startingMs = 15 * 60_000;
const tickMs = 1_000;
/** The launcher itself did not run for so long (a suspended machine, no processor): nobody could have been heard. */
const ownGapMs = 3_000;

export interface Watched {
  isRunning: boolean;
  wasReady: boolean;
  isAskedToStop: boolean;
}

export interface HeartbeatOptions {
  /** Current state of the part. */
  look(): Watched;
  /** Called once when a running part is silent for too long. */
  onSilent(silentForMs: number): void;
  /** Defaults to 10 s. */
  silentMs?: number;
  now?: () => number;
}

/** Notices when a part has stopped to turn its event loop, although its process is there. */
export class Heartbeat {
  readonly #options: Required<HeartbeatOptions>;
  #heardAt: number;
  #tickedAt: number;
  #isTold = false;
  #timer?: NodeJS.Timeout;

  constructor({ now = () => performance.now(), ...options }: HeartbeatOptions) {
    this.#options = { silentMs, now, ...options };
    this.#heardAt = now();
    this.#tickedAt = this.#heardAt;
  }

  /** The part has said that it is alive, or has just been started. */
  beat(): void {
    this.#heardAt = this.#options.now();
    this.#isTold = false;
  }

  /** True when the part has not been heard for longer than a pause of its collector takes. */
  get isUnheard(): boolean {
    const { wasReady } = this.#options.look();
    return wasReady && this.#options.now() - this.#heardAt > unheardMs;
  }

  /** To be called about every second. */
  tick(): void {
    const now = this.#options.now();
    if (now - this.#tickedAt > ownGapMs) this.beat();
    this.#tickedAt = now;
    const { isRunning, wasReady, isAskedToStop } = this.#options.look();
    if (!isRunning || isAskedToStop || this.#isTold) return;
    const silentFor = now - this.#heardAt;
    if (silentFor < (wasReady ? this.#options.silentMs : startingMs)) return;
    this.#isTold = true;
    this.#options.onSilent(silentFor);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.tick(), tickMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
