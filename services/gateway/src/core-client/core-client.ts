import type { paths } from '@outbound/contract/openapi';
import createClient from 'openapi-fetch';
import { Agent, Request as UndiciRequest, fetch as undiciFetch } from 'undici';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { Action } from './contract.ts';
import { type CoreAnswer, readAnswer } from './core-answer.ts';
import { type CallContext, type CallMode, contextHeaders, placeCall } from './place-call.ts';
import { type Fetch, fetchWithRetry, NoAnswer } from './resilient-fetch.ts';

const readTimeoutMs = 10_000;
const writeTimeoutMs = 15_000;
const connectionsMax = 128;

type PayloadOf<Path extends '/me' | '/jobs/{jobId}'> =
  paths[Path]['get']['responses'][200]['content']['application/json']['data'];
export type Me = PayloadOf<'/me'>;
export type Job = PayloadOf<'/jobs/{jobId}'>;

export type { CallContext, CallMode };

export interface CoreClient {
  /** An action of the contract as it was read at the start: types end here, its schemas are checked by the tools. */
  call(action: Action, input: Record<string, unknown>, mode: CallMode, context: CallContext): Promise<CoreAnswer>;
  me(context: CallContext): Promise<CoreAnswer<Me>>;
  job(jobId: string, context: CallContext): Promise<CoreAnswer<Job>>;
  /** For endpoints outside the contract (tickets): same pool, circuit breaker and retries. */
  post(path: string, body: unknown, headers: Record<string, string>): Promise<{ status: number; body: unknown }>;
  isDown(): boolean;
  close(): Promise<void>;
}

export interface CoreClientOptions {
  coreUrl: string;
  /** The core's listener for internal requests. */
  coreInternalUrl: string;
  fetch?: typeof globalThis.fetch;
  /** Signs what is said of a call; without it the core takes calls for direct ones. */
  internalSecret?: string;
}

export function createCoreClient(options: CoreClientOptions): CoreClient {
  const { coreUrl, coreInternalUrl, fetch: ownFetch, internalSecret } = options;
  const agent = new Agent({ connections: connectionsMax, keepAliveTimeout: 30_000 });
  const breaker = new CircuitBreaker();
  const send = ownFetch ? (request: Request) => ownFetch(request) : pooled(agent);
  const RequestOf = (ownFetch ? Request : UndiciRequest) as typeof Request;
  const baseUrl = `${coreUrl}/api/public/v1`;
  const client = createClient<paths>({ baseUrl, Request: RequestOf });

  const sendRepeatably = (timeoutMs: number) => (raw: Request) =>
    fetchWithRetry(send, breaker, raw, { timeoutMs, isRepeatable: true });
  const read = (context: CallContext) => ({
    headers: contextHeaders(context, internalSecret),
    fetch: sendRepeatably(readTimeoutMs),
  });

  return {
    call(action, input, mode, context) {
      const { path, init } = placeCall(action, input, mode, contextHeaders(context, internalSecret));
      const timeoutMs = 'idempotencyKey' in mode ? writeTimeoutMs : readTimeoutMs;
      return answerOf(async () => {
        const response = await sendRepeatably(timeoutMs)(new RequestOf(`${baseUrl}${path}`, init));
        return { response, data: await response.json().catch(() => undefined) };
      });
    },
    me: (context) => answerOf<Me>(() => client.GET('/me', read(context))),
    job: (jobId, context) =>
      answerOf<Job>(() => client.GET('/jobs/{jobId}', { params: { path: { jobId } }, ...read(context) })),
    async post(path, body, headers) {
      const raw = new RequestOf(`${coreInternalUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      const response = await fetchWithRetry(send, breaker, raw, { timeoutMs: readTimeoutMs, isRepeatable: false });
      return { status: response.status, body: await response.json().catch(() => null) };
    },
    isDown: () => breaker.isOpen,
    close: () => agent.close(),
  };
}

/** What came back as a value; the payload has the type that the contract gives it. */
async function answerOf<Data>(
  ask: () => Promise<{ response: Response; data?: unknown; error?: unknown }>,
): Promise<CoreAnswer<Data>> {
  try {
    const { response, data, error } = await ask();
    return readAnswer<Data>(response.status, data ?? error, response.headers.get('idempotent-replayed') === 'true');
  } catch (failure) {
    if (!(failure instanceof NoAnswer)) throw failure;
    return { ok: false, failure: { kind: failure.isSent ? 'unknown' : 'unavailable' } };
  }
}

function pooled(agent: Agent): Fetch {
  return (request) => undiciFetch(request as never, { dispatcher: agent }) as unknown as Promise<Response>;
}
