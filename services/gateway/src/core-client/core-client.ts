import type { paths } from '@outbound/contract/openapi';
import createClient from 'openapi-fetch';
import { Agent } from 'undici';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { Action } from './contract.ts';
import { type CoreAnswer, readAnswer } from './core-answer.ts';
import { type CallContext, type CallMode, headersOfContext, placeCall } from './place-call.ts';
import { NoAnswer, sendWithRetry } from './resilient-send.ts';
import { byFetch, type CoreRequest, type CoreResponse, pooled, type Send } from './send-request.ts';

const readTimeoutMs = 10_000;
const writeTimeoutMs = 15_000;
const connectionsMax = 128;
const unauthenticatedStatus = 401;
const apiPath = '/api/public/v1';

type PayloadOf<Path extends '/me' | '/jobs/{jobId}'> =
  paths[Path]['get']['responses'][200]['content']['application/json']['data'];
export type Me = PayloadOf<'/me'>;
export type Job = PayloadOf<'/jobs/{jobId}'>;

export type { CallContext, CallMode };

export interface CoreClient {
  /** Calls an action from the contract loaded at startup. Static types end here; the tools check its schemas. */
  call(action: Action, input: Record<string, unknown>, mode: CallMode, context: CallContext): Promise<CoreAnswer>;
  me(context: CallContext): Promise<CoreAnswer<Me>>;
  job(jobId: string, context: CallContext): Promise<CoreAnswer<Job>>;
  /** Text of a file behind a download link. Undefined if it has more bytes, or cannot be read now. */
  fileText(url: string, bytesMax: number): Promise<string | undefined>;
  /** For endpoints outside the contract (tickets). Uses the same pool, circuit breaker, and retries. */
  post(path: string, body: unknown, headers: Record<string, string>): Promise<{ status: number; body: unknown }>;
  isDown(): boolean;
  close(): Promise<void>;
}

export interface CoreClientOptions {
  coreUrl: string;
  /** URL of the core's listener for internal requests. */
  coreInternalUrl: string;
  fetch?: typeof globalThis.fetch;
  /** Signs the gateway mark of each call. Without it, the core treats calls as direct ones. */
  internalSecret?: string;
}

export function createCoreClient(options: CoreClientOptions): CoreClient {
  const { coreUrl, coreInternalUrl, fetch: ownFetch, internalSecret } = options;
  const agent = new Agent({ connections: connectionsMax, keepAliveTimeout: 30_000 });
  const breaker = new CircuitBreaker();
  const send = ownFetch ? byFetch(ownFetch) : pooled(agent);
  const { origin, pathname } = new URL(`${coreUrl}${apiPath}`);
  const client = createClient<paths>({ baseUrl: `${coreUrl}${apiPath}` });
  const contextHeaders = headersOfContext(internalSecret);

  const sendRepeatably = (request: CoreRequest, timeoutMs: number) =>
    sendWithRetry(send, breaker, request, { timeoutMs, isRepeatable: true });
  const read = (context: CallContext) => ({
    headers: contextHeaders(context),
    fetch: async (request: Request) => {
      const { text, status } = await sendRepeatably(requestOf(request), readTimeoutMs);
      return new Response(text || null, { status });
    },
  });

  return {
    call(action, input, mode, context) {
      const { path, init } = placeCall(action, input, mode, contextHeaders(context));
      const timeoutMs = 'idempotencyKey' in mode ? writeTimeoutMs : readTimeoutMs;
      return answerOf(async () => {
        const response = await sendRepeatably({ origin, path: `${pathname}${path}`, ...init }, timeoutMs);
        if (response.status === unauthenticatedStatus) context.onUnauthenticated?.();
        const isReplay = response.header('idempotent-replayed') === 'true';
        return readAnswer(response.status, bodyOf(response), isReplay);
      });
    },
    me: (context) => answerOf(async () => typedAnswer<Me>(await client.GET('/me', read(context)))),
    job: (jobId, context) =>
      answerOf(async () =>
        typedAnswer<Job>(await client.GET('/jobs/{jobId}', { params: { path: { jobId } }, ...read(context) })),
      ),
    fileText: (url, bytesMax) => textOf(send, origin, new URL(url).pathname, bytesMax),
    async post(path, body, headers) {
      const sent = { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
      const request = { origin: coreInternalUrl, path, method: 'POST', ...sent };
      const response = await sendWithRetry(send, breaker, request, { timeoutMs: readTimeoutMs, isRepeatable: false });
      return { status: response.status, body: bodyOf(response) ?? null };
    },
    isDown: () => breaker.isOpen,
    close: () => agent.close(),
  };
}

/** Converts an openapi-fetch request to the pool's format. */
function requestOf({ url, method, headers }: Request): CoreRequest {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search, method, headers: Object.fromEntries(headers) };
}

async function textOf(send: Send, origin: string, path: string, bytesMax: number): Promise<string | undefined> {
  const request = { origin, path, method: 'GET', headers: {} };
  const response = await send(request, readTimeoutMs, bytesMax).catch(() => undefined);
  return response?.status === 200 ? response.text : undefined;
}

/** Undefined if the text is not JSON. */
function bodyOf({ text }: CoreResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the payload with the type that the contract gives it. */
function typedAnswer<Data>({ response, data, error }: { response: Response; data?: unknown; error?: unknown }) {
  return readAnswer<Data>(response.status, data ?? error);
}

/** Returns a failed call as a value instead of throwing. */
async function answerOf<Data>(ask: () => Promise<CoreAnswer<Data>>): Promise<CoreAnswer<Data>> {
  try {
    return await ask();
  } catch (failure) {
    if (!(failure instanceof NoAnswer)) throw failure;
    return { ok: false, failure: { kind: failure.isSent ? 'unknown' : 'unavailable' } };
  }
}
