import type { PartStatus, ReadinessReport } from './operations.ts';

/** Tracks whether this process accepts requests, and if not, why. */
export class Readiness {
  readonly #isStoreReady: () => Promise<boolean>;
  readonly #now: () => Date;
  readonly #parts: Record<'gateway' | 'store', PartStatus>;
  #isStopping = false;

  constructor(isStoreReady: () => Promise<boolean>, now: () => Date) {
    this.#isStoreReady = isStoreReady;
    this.#now = now;
    const since = now().toISOString();
    this.#parts = { gateway: { state: 'ready', since }, store: { state: 'ready', since } };
  }

  stopping(): void {
    this.#isStopping = true;
  }

  async report(): Promise<ReadinessReport> {
    const isReady = await this.#isStoreReady();
    this.#set('store', isReady ? 'ready' : 'down', isReady ? undefined : 'does not respond');
    if (this.#isStopping) this.#set('gateway', 'down', 'is stopping');
    else this.#set('gateway', isReady ? 'ready' : 'degraded', isReady ? undefined : 'the store does not respond');
    return { ok: isReady && !this.#isStopping, parts: { ...this.#parts } };
  }

  #set(part: 'gateway' | 'store', state: PartStatus['state'], reason: string | undefined): void {
    const known = this.#parts[part];
    if (known.state === state && known.reason === reason) return;
    const since = known.state === state ? known.since : this.#now().toISOString();
    this.#parts[part] = { state, ...(reason !== undefined && { reason }), since };
  }
}
