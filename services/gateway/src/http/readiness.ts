import type { PartStatus, ReadinessReport } from './operations.ts';

/** Tracks whether this process accepts requests, and if not, why. */
export class Readiness {
  readonly #isStoreReady: () => Promise<boolean>;
  readonly #now: () => Date;
  readonly #coreProblem: () => Promise<string | undefined>;
  readonly #parts: Record<'gateway' | 'store' | 'core', PartStatus>;
  #isStopping = false;

  /** `coreProblem` returns the reason that the core cannot be used, or undefined. */
  constructor(isStoreReady: () => Promise<boolean>, now: () => Date, coreProblem: () => Promise<string | undefined>) {
    this.#isStoreReady = isStoreReady;
    this.#now = now;
    this.#coreProblem = coreProblem;
    const since = now().toISOString();
    this.#parts = {
      gateway: { state: 'ready', since },
      store: { state: 'ready', since },
      core: { state: 'starting', since },
    };
  }

  stopping(): void {
    this.#isStopping = true;
  }

  /** A missing core is reported and not counted: it would wait for this gateway, too, and neither would get requests. */
  async report(): Promise<ReadinessReport> {
    const [isReady, problem] = await Promise.all([this.#isStoreReady(), this.#coreProblem()]);
    this.#set('core', problem === undefined ? 'ready' : 'down', problem);
    this.#set('store', isReady ? 'ready' : 'down', isReady ? undefined : 'does not respond');
    if (this.#isStopping) this.#set('gateway', 'down', 'is stopping');
    else this.#set('gateway', isReady ? 'ready' : 'degraded', isReady ? undefined : 'the store does not respond');
    return { ok: isReady && !this.#isStopping, parts: { ...this.#parts } };
  }

  #set(part: 'gateway' | 'store' | 'core', state: PartStatus['state'], reason: string | undefined): void {
    const known = this.#parts[part];
    if (known.state === state && known.reason === reason) return;
    const since = known.state === state ? known.since : this.#now().toISOString();
    this.#parts[part] = { state, ...(reason !== undefined && { reason }), since };
  }
}
