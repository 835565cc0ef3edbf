import { setTimeout as pause } from 'node:timers/promises';
import type { CircuitBreaker } from './circuit-breaker.ts';

const ATTEMPTS_MAX = 3;
const BACKOFF_MS = 100;
const RETRY_AFTER_MAX_MS = 2_000;
const TRY_AGAIN_STATUSES = new Set([502, 503, 504]);
/** Failures in which no byte of the request was taken by the core. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

export type Fetch = (request: Request) => Promise<Response>;

/** Why no answer came back. `isSent` false means that nothing can have happened. */
export class NoAnswer extends Error {
  readonly isSent: boolean;

  constructor(isSent: boolean, cause?: unknown) {
    super('The core did not answer.', { cause });
    this.isSent = isSent;
  }
}

export type Patience = { timeoutMs: number; isRepeatable: boolean };

/** One request to the core: time-out per attempt, bounded retries when repeating is harmless, circuit breaker. */
export async function fetchPatiently(
  fetch: Fetch,
  breaker: CircuitBreaker,
  request: Request,
  { timeoutMs, isRepeatable }: Patience,
): Promise<Response> {
  let wasSent = false;
  for (let attempt = 1; ; attempt += 1) {
    if (!breaker.tryPass()) throw new NoAnswer(wasSent);
    const isLast = attempt >= ATTEMPTS_MAX || !isRepeatable;
    try {
      const response = await fetch(withTimeout(request, timeoutMs));
      if (!TRY_AGAIN_STATUSES.has(response.status)) {
        breaker.succeeded();
        return response;
      }
      breaker.failed();
      // An earlier attempt may have been carried out, whatever this answer says.
      if (isLast && wasSent) throw new NoAnswer(true);
      if (isLast) return response;
      await response.body?.cancel();
      await pause(waitMs(attempt, response.headers.get('retry-after')));
    } catch (error) {
      breaker.failed();
      wasSent ||= !isNotSent(error);
      if (isLast) throw new NoAnswer(wasSent, error);
      await pause(waitMs(attempt, null));
    }
  }
}

function withTimeout(request: Request, timeoutMs: number): Request {
  const RequestOf = request.constructor as typeof Request;
  return new RequestOf(request.clone(), { signal: AbortSignal.timeout(timeoutMs) });
}

function waitMs(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter) * 1_000;
  if (asked > 0) return Math.min(asked, RETRY_AFTER_MAX_MS);
  return BACKOFF_MS * 4 ** (attempt - 1) * (0.5 + Math.random());
}

function isNotSent(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code !== undefined && NOT_SENT.has(code)) return true;
  return cause !== undefined && cause !== null && isNotSent(cause);
}
