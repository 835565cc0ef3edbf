import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export interface RetryOptions {
  /** Attempts in all, the first included; 4 when absent. */
  attemptsMax?: number;
  /** Wait before the second attempt, doubled with each further one; 250 when absent. */
  backoffMs?: number;
  /** Longest wait that a Retry-After may ask for; 60,000 when absent. Beyond it the answer is returned as it is. */
  retryAfterMaxMs?: number;
  /** Time that one attempt may take; 30,000 when absent. */
  timeoutMs?: number;
  fetch?: (request: Request) => Promise<Response>;
}

const defaults = { attemptsMax: 4, backoffMs: 250, retryAfterMaxMs: 60_000, timeoutMs: 30_000 };
const waitingStatuses = new Set([429, 502, 503, 504]);

/**
 * A fetch that gives every write an Idempotency-Key and keeps it over its attempts, so that repeating is safe: after a
 * lost connection, 429, 502, 503, 504, and 409 `idempotency_in_progress`. Waits as Retry-After says, else with backoff.
 */
export function retryingFetch(options: RetryOptions = {}): (request: Request) => Promise<Response> {
  const { attemptsMax, backoffMs, retryAfterMaxMs, timeoutMs } = { ...defaults, ...options };
  const send = options.fetch ?? ((request: Request) => fetch(request));
  return async (request) => {
    if (request.method !== 'GET' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', randomUUID());
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attemptsMax;
      const backoff = backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random());
      try {
        const response = await send(new Request(request.clone(), { signal: signalOf(request, timeoutMs) }));
        const waitMs = retryAfterMs(response) ?? backoff;
        if (isLast || waitMs > retryAfterMaxMs || !(await mayRepeat(response))) return response;
        await response.body?.cancel();
        await pause(waitMs);
      } catch (error) {
        if (isLast || request.signal.aborted) throw error;
        await pause(backoff);
      }
    }
  };
}

function signalOf(request: Request, timeoutMs: number): AbortSignal {
  return AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
}

async function mayRepeat(response: Response): Promise<boolean> {
  if (waitingStatuses.has(response.status)) return true;
  if (response.status !== 409) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: { code?: string } } | null;
  return body?.error?.code === 'idempotency_in_progress';
}

function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}
