import { testApiKey } from './fake-core.ts';

export interface RpcAnswer {
  status: number;
  headers: Headers;
  body: Rpc;
}
interface Rpc {
  id?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back.
  result?: any;
  error?: { code: number; message: string; data?: unknown };
}

/** Sends one JSON-RPC request over plain HTTP, like a client without state. */
export async function rpc(
  url: string,
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
): Promise<RpcAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${testApiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Rpc };
}

export async function callTool(url: string, name: string, input: object = {}, headers: Record<string, string> = {}) {
  const { body } = await rpc(url, 'tools/call', { name, arguments: input }, headers);
  if (!body.result) throw new Error(`no result: ${JSON.stringify(body.error)}`);
  return body.result as { content: { text: string }[]; structuredContent?: Record<string, unknown>; isError?: boolean };
}

export interface Prepared {
  confirmationId: string;
  what: string;
  confirmWith: string;
}

export async function prepareTool(url: string, name: string, input: object, headers: Record<string, string> = {}) {
  const { structuredContent, content } = await callTool(url, name, input, headers);
  if (!structuredContent?.confirmationId) throw new Error(`not prepared: ${content[0]?.text}`);
  return structuredContent as Record<string, unknown> & Prepared;
}

/** Confirms with the tool and the sentence that the preview named. */
export function confirmTool(
  url: string,
  { confirmWith, confirmationId, what }: Prepared,
  headers: Record<string, string> = {},
) {
  return callTool(url, confirmWith, { confirmationId, what }, headers);
}

/** Request of revision 2026-07-28, in which each one declares its client's capabilities. */
export async function openModern(
  url: string,
  method: string,
  params: { name?: string; taskId?: string; [name: string]: unknown },
  capabilities: object = {},
  init: { token?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const prefix = 'io.modelcontextprotocol';
  const meta = {
    [`${prefix}/protocolVersion`]: '2026-07-28',
    [`${prefix}/clientInfo`]: { name: 'modern', version: '1' },
    [`${prefix}/clientCapabilities`]: capabilities,
  };
  const name = params.name ?? params.taskId;
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${init.token ?? testApiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    ...(init.signal && { signal: init.signal }),
  });
}

export async function modernRpc(...request: Parameters<typeof openModern>): Promise<Rpc> {
  return (await (await openModern(...request)).json()) as Rpc;
}
