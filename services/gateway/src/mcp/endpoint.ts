import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { RequestHandler, Response } from 'express';
import { GatewayError } from '../errors.ts';
import type { Principal } from '../identity/principal.ts';
import { readSurface } from '../tools/surface.ts';
import type { ToolContext } from '../tools/tool.ts';
import { createServer, type ServerDeps } from './create-server.ts';
import { ServerPool } from './server-pool.ts';
import { streamAnswers } from './stream-answers.ts';

/** Batches existed in revision 2025-03-26 only. */
const BATCH_MAX = 50;

/** Answers one POST: stateless, one JSON body out; session ids are ignored. */
export function mcpEndpoint(deps: ServerDeps): RequestHandler {
  const pool = new ServerPool(() => createServer(deps));
  return async (req, res) => {
    const messages = readMessages(req.body);
    refuseUnknownVersion(req.get('mcp-protocol-version'), messages);
    const principal = res.locals.principal as Principal;
    const traceparent = req.get('traceparent');
    const surface = readSurface({ query: req.query, header: (name) => req.get(name) }, deps.registry.toolsets);
    const context: ToolContext = {
      principal,
      requestId: res.locals.requestId,
      surface,
      ...(traceparent && { traceparent }),
    };
    const authInfo = authInfoOf(principal, context);
    if (asksForProgress(messages) && /text\/event-stream/.test(req.get('accept') ?? '')) {
      await streamAnswers(res, (onNotification) => pool.exchange(messages, authInfo, onNotification));
    } else {
      send(res, await pool.exchange(messages, authInfo), Array.isArray(req.body));
    }
  };
}

function readMessages(body: unknown): JSONRPCMessage[] {
  const items = Array.isArray(body) ? body : [body];
  if (items.length === 0) throw new GatewayError('malformed', 'The batch is empty.');
  if (items.length > BATCH_MAX) throw new GatewayError('malformed', `At most ${BATCH_MAX} messages in one request.`);
  const messages = items.map((item) => {
    const { success, data } = JSONRPCMessageSchema.safeParse(item);
    if (!success) throw new GatewayError('malformed', 'The body is not a JSON-RPC 2.0 message.');
    return data;
  });
  const ids = messages.filter(isJSONRPCRequest).map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw new GatewayError('malformed', 'Two requests of the batch have the same id.');
  return messages;
}

function refuseUnknownVersion(version: string | undefined, messages: JSONRPCMessage[]): void {
  if (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return;
  if (messages.some(isInitializeRequest)) return;
  const allowed = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
  throw new GatewayError(
    'malformed',
    `Unsupported MCP-Protocol-Version ${JSON.stringify(version.slice(0, 40))}; allowed: ${allowed}.`,
  );
}

function asksForProgress(messages: JSONRPCMessage[]): boolean {
  return messages.some((message) => isJSONRPCRequest(message) && message.params?._meta?.progressToken !== undefined);
}

/** The SDK hands this to every handler; the client's token stays out of it. */
function authInfoOf(principal: Principal, context: ToolContext): AuthInfo {
  return { token: '', clientId: principal.clientId, scopes: [...principal.scopes], extra: { context } };
}

function send(res: Response, answers: JSONRPCMessage[], isBatch: boolean): void {
  if (answers.length === 0) {
    res.status(202).end();
    return;
  }
  res.status(200).json(isBatch ? answers : answers[0]);
}
