import type { Action } from './contract.ts';
import { gatewayMarkHeader, gatewayMarks } from './gateway-mark.ts';

/** Sent with every call, for every kind of principal. */
export interface CallContext {
  authorization: string;
  requestId: string;
  traceparent?: string;
  /** Network address of the calling client. */
  address?: string;
  previewId?: string;
  /** Called if the core no longer knows the credential. */
  onUnauthenticated?(): void;
}
/** `asksPerson`: a member decides in the application, also within the limits. */
export type CallMode =
  | { dryRun: true }
  | { idempotencyKey: string; planDigest: string; asksPerson?: boolean }
  | { read: true };

/** Builds the headers of a call. `secret` signs the gateway mark; without it, no mark is sent. */
export function headersOfContext(secret: string | undefined): (context: CallContext) => Record<string, string> {
  const markOf = secret === undefined ? undefined : gatewayMarks(secret);
  return ({ authorization, requestId, traceparent, previewId, address }) => ({
    authorization,
    'x-request-id': requestId,
    ...(traceparent && { traceparent }),
    ...(markOf && { [gatewayMarkHeader]: markOf({ authorization, previewId, address }) }),
  });
}

function modeHeaders(mode: CallMode): Record<string, string> {
  // A file comes as a link, because a tool result is text.
  if ('read' in mode) return { download: 'link' };
  if (!('idempotencyKey' in mode)) return {};
  return {
    'idempotency-key': mode.idempotencyKey,
    ...(mode.planDigest && { 'plan-digest': mode.planDigest }),
    ...(mode.asksPerson && { approval: 'required' }),
  };
}

interface Placed {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Places arguments named in the path template in the path, and the rest in the query (GET and DELETE) or the body. */
function placeArguments(action: Action, input: Record<string, unknown>): Placed {
  const path: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (action.path.includes(`{${name}}`)) path[name] = value;
    else rest[name] = value;
  }
  if (action.method === 'get' || action.method === 'delete') return { path, query: rest };
  return { path, query: {}, body: rest };
}

/** Objects are sent member by member (`style: deepObject`), but conditions, which are nested, as JSON. */
function inQuery(name: string, value: unknown): [name: string, value: string][] {
  if (Array.isArray(value)) return value.map((each) => [name, String(each)]);
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  if (name === 'where') return [[name, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([member, inner]) => inQuery(`${name}[${member}]`, inner));
}

/** Builds the request (URL, headers, and body) for an action known only at run time, from the contract. */
export function placeCall(
  action: Action,
  input: Record<string, unknown>,
  mode: CallMode,
  common: Record<string, string>,
) {
  const { path, query, body } = placeArguments(action, input);
  const inPath = action.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(path[name])));
  const parameters = Object.entries('dryRun' in mode ? { ...query, dryRun: true } : query);
  const search = new URLSearchParams();
  for (const [name, value] of parameters.flatMap(([name, value]) => inQuery(name, value))) search.append(name, value);
  const headers = { ...common, ...modeHeaders(mode) };
  return {
    path: search.size === 0 ? inPath : `${inPath}?${search}`,
    init: {
      method: action.method.toUpperCase(),
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  };
}
