import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export interface RetryOptions {
  /** Total attempts. Default: 4. */
  attemptsMax?: number;
  /** Delay before the second attempt in milliseconds, doubled for each further one. Default: 250. */
  backoffMs?: number;
  /** Longest accepted Retry-After in milliseconds. Default: 60,000. After a longer one, the response is returned. */
  retryAfterMaxMs?: number;
  /** Time limit of one attempt in milliseconds. Default: 30,000. */
  timeoutMs?: number;
  fetch?: (request: Request) => Promise<Response>;
}

const defaults = { attemptsMax: 4, backoffMs: 250, retryAfterMaxMs: 60_000, timeoutMs: 30_000 };
const waitingStatuses = new Set([429, 502, 503, 504]);

/**
 * A fetch that adds an Idempotency-Key to every write and keeps it for all attempts, so that retries are safe. Retries
 * lost connections, 429, 502, 503, 504, and 409 `idempotency_in_progress`, after Retry-After or with backoff.
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
