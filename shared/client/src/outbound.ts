import { randomUUID } from 'node:crypto';
import type { paths } from '@outbound/contract/openapi';
import createClient, { type Client } from 'openapi-fetch';
import { OutboundError } from './outbound-error.ts';
import { type RetryOptions, retryingFetch } from './retrying-fetch.ts';

type Methods = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathOf<M extends Methods> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type OperationAt<P extends keyof paths, M extends Methods> = paths[P] extends Record<M, infer Op> ? Op : never;
type JsonOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : never;
type SuccessOf<Op> = Op extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201 | 202)]> : never;
/** Payload of an execution, without the plan of a dry run. */
type DataOf<Op> = PayloadOf<Exclude<SuccessOf<Op>, { data: { dryRun: true } }>>;
type PayloadOf<Body> = Body extends { ok: true; data: infer Data } ? Data : never;
type ParametersOf<Op> = Op extends { parameters: infer P } ? P : never;
type Given<K extends 'path' | 'query', P> = P extends { [key in K]: infer V }
  ? { [key in K]: V }
  : P extends { [key in K]?: infer V }
    ? [NonNullable<V>] extends [never]
      ? { [key in K]?: never }
      : { [key in K]?: NonNullable<V> }
    : never;
type JsonBody<R> = R extends { content: { 'application/json': infer Body } } ? Body : never;
type GivenBody<Op> = Op extends { requestBody: infer R }
  ? { body: JsonBody<R> }
  : Op extends { requestBody?: infer R }
    ? { body?: JsonBody<NonNullable<R>> }
    : never;
/** Path, query, and body of an operation. */
export type Input<Op> = Given<'path', ParametersOf<Op>> & Given<'query', ParametersOf<Op>> & GivenBody<Op>;

export interface OutboundOptions extends RetryOptions {
  /** URL of the installation, such as https://outbound.example.com. */
  baseUrl: string;
  /** API key (obk_live_…), created under Integrations in the application. */
  apiKey: string;
}

/** Plan of an operation, and a function that runs exactly this plan. */
export interface Preview<Data> {
  summary: string;
  effects: Record<string, unknown>[];
  skipped: { id?: string; label: string; reason: string }[];
  warnings: string[];
  cost: { credits: number; balance: number };
  planDigest: string;
  /**
   * Runs this preview once, however often it is called. Throws OutboundError `plan_changed` if the plan has changed
   * meanwhile. Nothing has happened then.
   */
  confirm(): Promise<Data>;
}

export interface Outbound {
  /** The openapi-fetch client, with keys, retries, and authorization. */
  raw: Client<paths>;
  /** Runs an operation and returns its payload. Throws OutboundError if it is rejected. */
  call<M extends Methods, P extends PathOf<M>>(
    method: M,
    path: P,
    input: Input<OperationAt<P, M>>,
  ): Promise<DataOf<OperationAt<P, M>>>;
  /** Records of a list. Pages are loaded as needed. */
  each<P extends PathOf<'get'>>(
    path: P,
    input?: Partial<Input<OperationAt<P, 'get'>>>,
  ): AsyncGenerator<DataOf<OperationAt<P, 'get'>> extends (infer Item)[] ? Item : never>;
  preview<M extends Exclude<Methods, 'get'>, P extends PathOf<M>>(
    method: M,
    path: P,
    input: Input<OperationAt<P, M>>,
  ): Promise<Preview<DataOf<OperationAt<P, M>>>>;
}

interface Request {
  path?: object;
  query?: object;
  body?: unknown;
}
interface Envelope {
  summary: string;
  data: unknown;
  page?: { nextCursor: string | null };
  cost?: { credits: number; balance: number };
}

type UntypedRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: Envelope; error?: unknown; response: Response }>;

/** Client of one workspace, with the permissions of the API key. */
export function createOutbound({ baseUrl, apiKey, ...retry }: OutboundOptions): Outbound {
  const raw = createClient<paths>({
    baseUrl: `${baseUrl.replace(/\/$/, '')}/api/public/v1`,
    headers: { authorization: `Bearer ${apiKey}` },
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: retryingFetch(retry),
  });

  const untypedRequest: unknown = raw.request;
  /** Types end here: method and path come from the typed functions below. */
  async function send(method: Methods, path: string, request: Request, headers = {}): Promise<Envelope> {
    const { path: inPath, query, body } = request;
    const init = { params: { path: inPath, query }, body, headers };
    const { data, error, response } = await (untypedRequest as UntypedRequest)(method, path, init);
    if (!response.ok) throw new OutboundError(response.status, error);
    return data!;
  }

  async function* each(path: string, input: Request = {}): AsyncGenerator<unknown> {
    let cursor: string | null | undefined;
    do {
      const query = { ...input.query, ...(cursor && { cursor }) };
      const { data, page } = await send('get', path, { ...input, query });
      yield* data as unknown[];
      cursor = page?.nextCursor;
    } while (cursor);
  }

  async function preview(method: Methods, path: string, input: Request): Promise<Preview<unknown>> {
    const plan = await send(method, path, { ...input, query: { ...input.query, dryRun: true } });
    const { planDigest, ...shown } = plan.data as Preview<unknown>;
    const headers = { 'idempotency-key': randomUUID(), 'plan-digest': planDigest };
    const confirm = async () => (await send(method, path, input, headers)).data;
    return { ...shown, planDigest, cost: plan.cost ?? { credits: 0, balance: 0 }, confirm };
  }

  const call = async (method: Methods, path: string, input: Request) => (await send(method, path, input)).data;
  const untyped: unknown = { raw, call, each, preview };
  return untyped as Outbound;
}
