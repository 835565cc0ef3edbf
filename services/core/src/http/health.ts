import Router from '@koa/router';
import { wasDiskFull } from '../store/documents/full-disk.ts';
import { metrics } from './metrics.ts';

/** Body of GET /readyz, for each part and the public port. */
export interface PartStatus {
  state: 'starting' | 'ready' | 'degraded' | 'down';
  reason?: string;
  /** ISO 8601. */
  since: string;
}

/** Another part that some requests need. */
export interface NeededPart {
  name: string;
  /** Reason that it cannot be used, or undefined. */
  problem(): Promise<string | undefined>;
}

/** Tracks whether this process takes requests, and the reason if not. */
export class Readiness {
  readonly #name: string;
  readonly #isStoreReady: () => Promise<boolean>;
  readonly #now: () => Date;
  readonly #parts: Record<string, PartStatus>;
  readonly #peer: NeededPart | undefined;
  #isStopping = false;

  constructor(name: string, isStoreReady: () => Promise<boolean>, now: () => Date, peer?: NeededPart) {
    this.#name = name;
    this.#isStoreReady = isStoreReady;
    this.#now = now;
    this.#peer = peer;
    const since = now().toISOString();
    this.#parts = { [name]: { state: 'ready', since }, store: { state: 'ready', since } };
    if (peer !== undefined) this.#parts[peer.name] = { state: 'starting', since };
  }

  stopping(): void {
    this.#isStopping = true;
  }

  /** A missing peer is reported, but this process still takes requests: most of them do not need it. */
  async report(): Promise<{ ok: boolean; parts: Record<string, PartStatus> }> {
    const [isReady, problem] = await Promise.all([this.#isStoreReady(), this.#peer?.problem()]);
    if (this.#peer !== undefined) this.#set(this.#peer.name, problem === undefined ? 'ready' : 'down', problem);
    if (isReady && wasDiskFull())
      this.#set('store', 'degraded', 'its disk is full: it is read, and nothing is written');
    else this.#set('store', isReady ? 'ready' : 'down', isReady ? undefined : 'does not respond');
    if (this.#isStopping) this.#set(this.#name, 'down', 'is stopping');
    else this.#set(this.#name, isReady ? 'ready' : 'degraded', isReady ? undefined : 'the store does not respond');
    return { ok: isReady && !this.#isStopping, parts: { ...this.#parts } };
  }

  #set(part: string, state: PartStatus['state'], reason: string | undefined): void {
    const known = this.#parts[part]!;
    if (known.state === state && known.reason === reason) return;
    const since = known.state === state ? known.since : this.#now().toISOString();
    this.#parts[part] = { state, ...(reason !== undefined && { reason }), since };
  }
}

/** /healthz: the process runs. /readyz: it takes requests, and the store responds. */
export function healthRoutes(readiness: Pick<Readiness, 'report'>): Router {
  const router = new Router();
  router.get('/healthz', (ctx) => {
    ctx.body = { ok: true };
  });
  router.get('/readyz', async (ctx) => {
    const report = await readiness.report();
    ctx.status = report.ok ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = report;
  });
  return router;
}

/** Serves Prometheus text on a separate listener. */
export function metricsRoutes(): Router {
  const router = new Router();
  router.get('/metrics', async (ctx) => {
    ctx.type = metrics.contentType;
    ctx.body = await metrics.metrics();
  });
  return router;
}
