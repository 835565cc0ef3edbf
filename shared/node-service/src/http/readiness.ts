/** Status of one part of the product, as GET /readyz of each part and of the public port returns it. */
export interface PartStatus {
  state: 'starting' | 'ready' | 'degraded' | 'down';
  reason?: string;
  /** Time in ISO 8601. */
  since: string;
}

export interface ReadinessReport {
  ok: boolean;
  parts: Record<string, PartStatus>;
}

/** Another part that some requests need. */
export interface NeededPart {
  name: string;
  /** Reason that it cannot be used, or undefined. */
  problem(): Promise<string | undefined>;
}

export interface ReadinessOptions {
  /** Name of this process in the report. */
  name: string;
  isStoreReady(): Promise<boolean>;
  now(): Date;
  /** True if a write failed recently for lack of disk space. */
  isDiskFull?(): boolean;
  /** Reported, but not counted: each of two parts would otherwise wait for the other, and neither would get requests. */
  peer?: NeededPart;
}

/** Tracks whether this process accepts requests, and if not, why. */
export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #parts: Record<string, PartStatus>;
  #isStopping = false;

  constructor(options: ReadinessOptions) {
    this.#options = options;
    const since = options.now().toISOString();
    this.#parts = { [options.name]: { state: 'ready', since }, store: { state: 'ready', since } };
    if (options.peer !== undefined) this.#parts[options.peer.name] = { state: 'starting', since };
  }

  stopping(): void {
    this.#isStopping = true;
  }

  async report(): Promise<ReadinessReport> {
    const { name, isStoreReady, isDiskFull, peer } = this.#options;
    const [isReady, problem] = await Promise.all([isStoreReady(), peer?.problem()]);
    if (peer !== undefined) this.#set(peer.name, problem === undefined ? 'ready' : 'down', problem);
    if (isReady && isDiskFull?.())
      this.#set('store', 'degraded', 'its disk is full: it is read, and nothing is written');
    else this.#set('store', isReady ? 'ready' : 'down', isReady ? undefined : 'does not respond');
    if (this.#isStopping) this.#set(name, 'down', 'is stopping');
    else this.#set(name, isReady ? 'ready' : 'degraded', isReady ? undefined : 'the store does not respond');
    return { ok: isReady && !this.#isStopping, parts: { ...this.#parts } };
  }

  #set(part: string, state: PartStatus['state'], reason: string | undefined): void {
    const known = this.#parts[part]!;
    if (known.state === state && known.reason === reason) return;
    const since = known.state === state ? known.since : this.#options.now().toISOString();
    this.#parts[part] = { state, ...(reason !== undefined && { reason }), since };
  }
}
