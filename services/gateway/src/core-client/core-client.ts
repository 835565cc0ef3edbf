import type { paths } from '@outbound/contract/openapi';
import createClient from 'openapi-fetch';
import { Agent, Request as UndiciRequest, fetch as undiciFetch } from 'undici';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { Action } from './contract.ts';
import { type CoreAnswer, readAnswer } from './core-answer.ts';
import { placeArguments } from './place-arguments.ts';
import { type Fetch, fetchPatiently, NoAnswer } from './resilient-fetch.ts';

const READ_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 15_000;
const CONNECTIONS_MAX = 128;

/** What accompanies each call, whoever makes it. */
export type CallContext = { authorization: string; requestId: string; traceparent?: string; previewId?: string };
export type CallMode = { dryRun: true } | { idempotencyKey: string; planDigest: string } | { read: true };

export type CoreClient = {
  call(action: Action, input: Record<string, unknown>, mode: CallMode, context: CallContext): Promise<CoreAnswer>;
  me(context: CallContext): Promise<CoreAnswer>;
  /** For endpoints outside the contract (tickets): same pool, breaker and patience. */
  post(path: string, body: unknown, headers: Record<string, string>): Promise<{ status: number; body: unknown }>;
  isDown(): boolean;
  close(): Promise<void>;
};

export type CoreClientOptions = { coreUrl: string; fetch?: typeof globalThis.fetch };

export function createCoreClient({ coreUrl, fetch: ownFetch }: CoreClientOptions): CoreClient {
  const agent = new Agent({ connections: CONNECTIONS_MAX, keepAliveTimeout: 30_000 });
  const breaker = new CircuitBreaker();
  const send = ownFetch ? (request: Request) => ownFetch(request) : pooled(agent);
  const RequestOf = (ownFetch ? Request : UndiciRequest) as typeof Request;
  const client = createClient<paths>({ baseUrl: `${coreUrl}/api/public/v1`, Request: RequestOf });

  async function request(method: string, path: string, init: object, isRepeatable: boolean, timeoutMs: number) {
    const patient = (raw: Request) => fetchPatiently(send, breaker, raw, { timeoutMs, isRepeatable });
    const options = { ...init, fetch: patient };
    try {
      const { response, data, error } = await client.request(method as never, path as never, options as never);
      return readAnswer((response as Response).status, data ?? error);
    } catch (failure) {
      if (!(failure instanceof NoAnswer)) throw failure;
      return {
        ok: false as const,
        failure: { kind: failure.isSent ? ('unknown' as const) : ('unavailable' as const) },
      };
    }
  }

  return {
    call(action, input, mode, context) {
      const placed = placeArguments(action, input);
      const query = 'dryRun' in mode ? { ...placed.query, dryRun: true } : placed.query;
      const headers = { ...contextHeaders(context), ...modeHeaders(mode) };
      const timeoutMs = 'idempotencyKey' in mode ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS;
      const init = { params: { path: placed.path, query }, body: placed.body, headers };
      return request(action.method, action.path, init, true, timeoutMs);
    },
    me: (context) => request('get', '/me', { headers: contextHeaders(context) }, true, READ_TIMEOUT_MS),
    async post(path, body, headers) {
      const raw = new RequestOf(`${coreUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      const response = await fetchPatiently(send, breaker, raw, { timeoutMs: READ_TIMEOUT_MS, isRepeatable: false });
      return { status: response.status, body: await response.json().catch(() => null) };
    },
    isDown: () => breaker.isOpen,
    close: () => agent.close(),
  };
}

function pooled(agent: Agent): Fetch {
  return (request) => undiciFetch(request as never, { dispatcher: agent }) as unknown as Promise<Response>;
}

function contextHeaders({ authorization, requestId, traceparent, previewId }: CallContext): Record<string, string> {
  return {
    authorization,
    'x-request-id': requestId,
    'x-outbound-via': 'mcp',
    ...(traceparent && { traceparent }),
    ...(previewId && { 'x-outbound-preview': previewId }),
  };
}

function modeHeaders(mode: CallMode): Record<string, string> {
  if (!('idempotencyKey' in mode)) return {};
  return { 'idempotency-key': mode.idempotencyKey, ...(mode.planDigest && { 'plan-digest': mode.planDigest }) };
}
