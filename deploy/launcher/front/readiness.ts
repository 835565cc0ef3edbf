import { setTimeout as wait } from 'node:timers/promises';
import type { PartStatus } from '../processes/part.ts';
import type { Supervised } from '../processes/supervise.ts';
import { getText } from './get-text.ts';

const checkMs = 2_000;
/** A part whose state changed is checked immediately. */
const steadyPollMs = 5_000;
const unreadyPollMs = 100;

export interface ReadinessReport {
  ok: boolean;
  parts: Record<string, PartStatus>;
}

interface Health {
  ok?: boolean;
  parts?: Record<string, PartStatus>;
}

/** Checks the parts regularly, and whenever someone requests the report. */
export class Readiness {
  readonly #services = new Map<string, Supervised>();
  /** State of a store that the launcher doesn't supervise, or that doesn't respond, as reported by the core. */
  #reportedStore?: PartStatus;
  #checks = new Map<string, Promise<void>>();
  #waiting = new Set<() => void>();
  #isStopping = false;
  #change = new AbortController();
  store?: Supervised;

  watch(service: Supervised): void {
    this.#services.set(service.part.name, service);
    void this.#poll(service);
  }

  /** Reports "not ready" from now on, regardless of the parts. */
  stop(): void {
    this.#isStopping = true;
    this.changed();
  }

  /** Call it when the state of a part might have changed. */
  changed(): void {
    for (const look of this.#waiting) look();
    this.#change.abort();
    this.#change = new AbortController();
  }

  async report(): Promise<ReadinessReport> {
    await Promise.all([...this.#services.values()].map((service) => this.#check(service)));
    const parts: Record<string, PartStatus> = {};
    const store =
      this.store?.status.state === 'ready' ? (this.#reportedStore ?? this.store.status) : this.store?.status;
    const known = store ?? this.#reportedStore;
    if (known !== undefined) parts.store = known;
    for (const [name, { status }] of this.#services) parts[name] = status;
    return { ok: !this.#isStopping && parts.core?.state === 'ready', parts };
  }

  /** True as soon as the part accepts requests; false after the time limit. */
  async untilServing(name: string, limitMs: number): Promise<boolean> {
    const isServing = () => {
      const service = this.#services.get(name);
      return service !== undefined && !service.isUnheard && ['ready', 'degraded'].includes(service.status.state);
    };
    if (isServing()) return true;
    const limit = new AbortController();
    const served = new Promise<void>((resolve) => {
      const look = () => {
        if (!isServing() && !this.#isStopping) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      limit.signal.addEventListener('abort', () => this.#waiting.delete(look));
    });
    await Promise.race([served, wait(limitMs, undefined, { signal: limit.signal }).catch(() => {})]);
    limit.abort();
    return isServing();
  }

  async #poll(service: Supervised): Promise<void> {
    while (!this.#isStopping) {
      await this.#check(service);
      const restMs = service.status.state === 'ready' ? steadyPollMs : unreadyPollMs;
      await wait(restMs, undefined, { ref: false, signal: this.#change.signal }).catch(() => {});
    }
  }

  /** One check per part at a time. Concurrent callers share its result. */
  #check(service: Supervised): Promise<void> {
    const { name } = service.part;
    const running = this.#checks.get(name) ?? this.#ask(service).finally(() => this.#checks.delete(name));
    this.#checks.set(name, running);
    return running;
  }

  async #ask(service: Supervised): Promise<void> {
    if (!service.isAskable) return;
    // Nothing has to be waited for: a part that hangs answers no check.
    if (service.isUnheard) return service.setHealth(false, 'does not respond');
    const { PORT } = service.part.env;
    const signal = AbortSignal.timeout(checkMs);
    try {
      const { isOk, body } = await getText(`http://127.0.0.1:${PORT}/readyz`, signal);
      const health = JSON.parse(body) as Health;
      if (service.part.name === 'core') this.#reportedStore = health.parts?.store;
      service.setHealth(isOk, reasonOf(health));
    } catch {
      service.setHealth(
        false,
        signal.aborted ? `does not respond within ${checkMs / 1_000} s` : 'does not accept requests',
      );
    }
  }
}

function reasonOf({ parts = {} }: Health): string {
  const unready = Object.entries(parts).find(([, part]) => part.state !== 'ready');
  return unready === undefined ? 'is not ready' : `${unready[0]}: ${unready[1].reason ?? unready[1].state}`;
}
