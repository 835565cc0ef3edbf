import { guardedAgent, type ResolveHost, resolveBySystem } from '@outbound/node-service/network/guarded-agent';
import { cutText } from '@outbound/node-service/text/cut-text';
import { type Dispatcher, request } from 'undici';
import type { Config } from '../../settings/config.ts';
import { readStart } from '../read-start.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';

/** Outcome of one HTTP request to an endpoint. */
export interface WebhookOutcome {
  /** Null if there was no response. */
  status: number | null;
  durationMs: number;
  /** Null if the endpoint accepted the request (2xx). */
  error: string | null;
  responseText: string;
  retryAfter?: string;
}

export interface WebhookPort {
  /** Rejects addresses that are not on the public internet. Returns the normalized URL. */
  check(url: string): Promise<string>;
  /** Posts once. Never throws or follows a redirect. */
  post(url: string, headers: Record<string, string>, body: string): Promise<WebhookOutcome>;
}

export interface WebhookPortOptions {
  isPrivateHostAllowed: boolean;
  resolve?: ResolveHost;
  timeoutMs?: number;
}

const requestTimeoutMs = 15_000;
const responseBytesMax = 64 * 1024;
const responseTextMax = 500;

export function createWebhookPort(config: Config): WebhookPort {
  return webhookPort({ isPrivateHostAllowed: config.isPrivateHostAllowed });
}

export function webhookPort({
  isPrivateHostAllowed,
  resolve = resolveBySystem,
  timeoutMs = requestTimeoutMs,
}: WebhookPortOptions): WebhookPort {
  const rules = { isPrivateHostAllowed, resolve };
  const dispatcher = guardedAgent(rules, timeoutMs);
  return {
    check: (url) => checkWebhookUrl(url, rules),
    post: async (url, headers, body) => {
      const started = performance.now();
      const outcome = await checkWebhookUrl(url, { ...rules, resolve: undefined })
        .then((checked) => postOnce(checked, headers, body, dispatcher, timeoutMs))
        .catch((error: unknown) => ({ status: null, error: explain(error), responseText: '' }));
      return { ...outcome, durationMs: Math.round(performance.now() - started) };
    },
  };
}

async function postOnce(
  url: string,
  headers: Record<string, string>,
  body: string,
  dispatcher: Dispatcher,
  timeoutMs: number,
): Promise<Omit<WebhookOutcome, 'durationMs'>> {
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Outbound-Webhooks/1.0', ...headers },
    body,
    dispatcher,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const status = response.statusCode;
  const text = (await readStart(response.body, responseBytesMax)).toString('utf8');
  const retryAfter = response.headers['retry-after'];
  const isTaken = status >= 200 && status < 300;
  return {
    status,
    error: isTaken ? null : reasonFor(status),
    responseText: cutText(text, responseTextMax),
    ...(typeof retryAfter === 'string' && { retryAfter }),
  };
}

function reasonFor(status: number): string {
  return status >= 300 && status < 400
    ? `Answered ${status}: redirects are not followed. Enter the final address.`
    : `Answered ${status}.`;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.';
  if (error.name === 'TimeoutError' || error.message.includes('Timeout')) return 'No answer in time.';
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return cutText(`${error.message}${cause}`, responseTextMax);
}
