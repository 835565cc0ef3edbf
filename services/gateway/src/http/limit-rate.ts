import type { Request, RequestHandler, Response } from 'express';
import { GatewayError } from '../errors/errors.ts';
import type { RateQuota, RateStore, Taken } from '../store/rate-store.ts';

/** Lifetime of quota taken in advance. */
const leaseMs = 2_000;
/** Divisor: at most 1/50 of the quota is taken in advance. */
const leaseShare = 50;
const keysMax = 50_000;

export interface RateLimit extends RateQuota {
  rates: Pick<RateStore, 'take'>;
  /** Separates the counters of one limit from those of others. */
  name: string;
  keyOf(req: Request, res: Response): string;
  onLimited?(): void;
}

interface Lease {
  left: number;
  size: number;
  until: number;
  refill?: Promise<Taken>;
}

/** Applies across instances. A busy caller's quota is taken in portions, so that few requests need a store command. */
export function limitRate({ rates, name, keyOf, onLimited, ...quota }: RateLimit): RequestHandler {
  const leases = new Map<string, Lease>();
  const sizeMax = Math.max(1, Math.floor(quota.perPeriod / leaseShare));

  async function refill(key: string, lease: Lease): Promise<Taken> {
    const isUsedUp = lease.left === 0 && lease.until > performance.now();
    const size = isUsedUp ? Math.min(sizeMax, lease.size * 2) : 1;
    const some = await rates.take(`${name} ${key}`, size, quota);
    const taken = some.isGranted || size === 1 ? some : await rates.take(`${name} ${key}`, 1, quota);
    const left = some.isGranted ? size : 1;
    Object.assign(lease, { size: left, left: taken.isGranted ? left : 0, until: performance.now() + leaseMs });
    return taken;
  }

  async function take(key: string): Promise<Taken> {
    const lease = leases.get(key) ?? { left: 0, size: 1, until: 0 };
    if (!leases.has(key) && leases.size >= keysMax) leases.clear();
    leases.set(key, lease);
    for (;;) {
      if (lease.left > 0 && lease.until > performance.now()) {
        lease.left -= 1;
        return { isGranted: true, retryAfterMs: 0 };
      }
      lease.refill ??= refill(key, lease).finally(() => {
        delete lease.refill;
      });
      const taken = await lease.refill;
      if (!taken.isGranted) return taken;
    }
  }

  return async (req, res, next) => {
    const { isGranted, retryAfterMs } = await take(keyOf(req, res));
    if (isGranted) return next();
    onLimited?.();
    throw new GatewayError('rate_limited', 'Too many requests; wait and try again.', {
      'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))),
    });
  };
}
