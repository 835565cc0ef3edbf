import { setTimeout as pause } from 'node:timers/promises';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { CoreRequest, CoreResponse, Send } from './send-request.ts';

const attemptsMax = 3;
const backoffMs = 100;
const retryAfterMaxMs = 2_000;
const retryableStatuses = new Set([502, 503, 504]);
/** Failures in which the core received no byte of the request. */
const notSentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** No response was received. If `isSent` is false, nothing can have happened. */
export class NoAnswer extends Error {
  readonly isSent: boolean;

  constructor(isSent: boolean, cause?: unknown) {
    super('The core did not answer.', { cause });
    this.isSent = isSent;
  }
}

export interface RetryPolicy {
  timeoutMs: number;
  isRepeatable: boolean;
}

/**
 * Sends one request to the core with a timeout per attempt, bounded retries if repeating is harmless, and a circuit
 * breaker.
 */
export async function sendWithRetry(
  send: Send,
  breaker: CircuitBreaker,
  request: CoreRequest,
  { timeoutMs, isRepeatable }: RetryPolicy,
): Promise<CoreResponse> {
  let wasSent = false;
  for (let attempt = 1; ; attempt += 1) {
    if (!breaker.tryPass()) throw new NoAnswer(wasSent);
    const isLast = attempt >= attemptsMax || !isRepeatable;
    try {
      const response = await send(request, timeoutMs);
      if (!retryableStatuses.has(response.status)) {
        breaker.succeeded();
        return response;
      }
      breaker.failed();
      // An earlier attempt may have been carried out, whatever this response says.
      if (isLast && wasSent) throw new NoAnswer(true);
      if (isLast) return response;
      await pause(waitMs(attempt, response.header('retry-after')));
    } catch (error) {
      breaker.failed();
      wasSent ||= !isNotSent(error);
      if (isLast) throw new NoAnswer(wasSent, error);
      await pause(waitMs(attempt, null));
    }
  }
}

function waitMs(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter) * 1_000;
  if (asked > 0) return Math.min(asked, retryAfterMaxMs);
  return backoffMs * 4 ** (attempt - 1) * (0.5 + Math.random());
}

function isNotSent(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code !== undefined && notSentCodes.has(code)) return true;
  return cause !== undefined && cause !== null && isNotSent(cause);
}
