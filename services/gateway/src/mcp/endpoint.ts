import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import { isInitializeRequest, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { cutText } from '@outbound/node-service/text/cut-text';
import { toJson } from '@outbound/node-service/text/to-json';
import type { Request, RequestHandler, Response } from 'express';
import { GatewayError } from '../errors/errors.ts';
import type { Principal } from '../members/principal.ts';
import type { AnswerStore } from '../store/answer-store.ts';
import { readSurface } from '../tools/surface.ts';
import type { ToolContext } from '../tools/tool.ts';
import { clientBehind, personBehind, takeAnswer } from './ask-in-stream.ts';
import type { ClientRequest } from './catalog/catalog.ts';
import { abilitiesIn, abilitiesOf, sessionIdOf } from './client-abilities.ts';
import { type Carried, createServer, type ServerDeps } from './create-server.ts';
import { endOfAuthority } from './end-of-authority.ts';
import type { ListenDeps } from './listen.ts';
import { isRequest, isResponse } from './message-kinds.ts';
import { isModern, mayBeModern, modernEndpoint } from './modern-endpoint.ts';
import { idOfListAlone, sendKnownList, sendList, wayOf } from './prepared-list.ts';
import { supportedRevisions } from './revisions.ts';
import { ServerPool } from './server-pool.ts';
import { streamResponses } from './stream-responses.ts';

/** Only revision 2025-03-26 had batches. */
const batchMax = 50;

export interface EndpointDeps extends ServerDeps, ListenDeps {
  toolsets: readonly string[];
  answers: AnswerStore;
}

/** Serves one POST without state and responds with one JSON body. Session IDs are ignored. */
export function mcpEndpoint(deps: EndpointDeps): RequestHandler {
  const pool = new ServerPool(() => createServer(deps));
  const serveModern = modernEndpoint(deps);
  const sendsLogs = 'logging' in deps.catalog.olderCapabilities;
  return async (req, res) => {
    const context = contextOf(req, res, deps.toolsets);
    if (mayBeModern(req)) {
      const way = wayOf(req);
      if (way && sendKnownList(res, way, deps.catalog.listTools(context))) return;
      if (await isModern(req)) return serveModern(req, res, context);
    }
    const listId = idOfListAlone(req.body);
    const messages = listId === undefined ? readMessages(req.body) : [];
    refuseUnknownVersion(req.get('mcp-protocol-version'), messages);
    if (listId !== undefined) {
      sendList(res, listId, deps.catalog.listTools(context));
      return;
    }
    await takeAnswers(deps, context, messages);
    const abilities = abilitiesIn(req.get('mcp-session-id'));
    const isStreamed =
      asksForProgress(messages) ||
      ((abilities.canAnswer || abilities.canOpenPages || sendsLogs) && callsTool(messages));
    if (isStreamed && /text\/event-stream/.test(req.get('accept') ?? '')) {
      const closed = new AbortController();
      res.once('close', () => closed.abort());
      const ended = endOfAuthority(context.principal, closed.signal).then(() =>
        messages.filter(isRequest).map(endedCall),
      );
      await streamResponses(res, ended, (write) => {
        const request = clientBehind(deps.answers, context.principal, write, closed.signal);
        const person = personBehind(abilities, request);
        return pool.exchange(messages, authInfoOf({ ...context, ...(person && { person }) }, request), write);
      });
    } else {
      const sessionId = sessionIdFor(messages);
      if (sessionId) res.set('Mcp-Session-Id', sessionId);
      const responses = await pool.exchange(messages, authInfoOf(context));
      // The core rejected the credential during the call, so the client must sign in again.
      if (res.locals.isEnded) throw res.locals.unauthenticated();
      send(res, responses, Array.isArray(req.body));
    }
  };
}

/** Ends a call that is still open when its principal's authority ends. */
function endedCall({ id }: { id: string | number }): JSONRPCMessage {
  const message = 'The sign-in has ended, and this call with it. Connect again, or use another API key.';
  return { jsonrpc: '2.0', id, error: { code: -32000, message } };
}

function contextOf(req: Request, res: Response, toolsets: readonly string[]): ToolContext {
  const { traceparent } = res.locals;
  const known = res.locals.principal as Principal;
  const principal: Principal = {
    ...known,
    forget() {
      known.forget();
      res.locals.isEnded = true;
    },
  };
  return {
    principal,
    requestId: res.locals.requestId,
    surface: readSurface({ path: req.path, query: req.query, header: (name) => req.get(name) }, toolsets),
    ...(traceparent && { traceparent }),
    ...(req.ip && { address: req.ip }),
  };
}

/**
 * Rejects an answer that no question accepts. Otherwise, its client would show the person a decision that has no
 * effect.
 */
async function takeAnswers(
  { answers, catalog }: EndpointDeps,
  context: ToolContext,
  messages: JSONRPCMessage[],
): Promise<void> {
  const responses = messages.filter(isResponse);
  const taken = await Promise.all(responses.map((message) => takeAnswer(answers, context.principal, message)));
  for (const settled of taken) if (settled?.about !== undefined) await catalog.settleAnswer?.(settled, context);
  if (messages.length > 0 && taken.length === messages.length && taken.every((settled) => settled === undefined))
    throw new GatewayError('malformed', 'No question with this id is open: it was answered, or it has expired.');
}

function sessionIdFor(messages: JSONRPCMessage[]): string | undefined {
  for (const message of messages)
    if (isRequest(message) && message.method === 'initialize' && isInitializeRequest(message))
      return sessionIdOf(abilitiesOf(message.params.capabilities));
  return undefined;
}

function callsTool(messages: JSONRPCMessage[]): boolean {
  return messages.some((message) => isRequest(message) && message.method === 'tools/call');
}

function readMessages(body: unknown): JSONRPCMessage[] {
  const items = Array.isArray(body) ? body : [body];
  if (items.length === 0) throw new GatewayError('malformed', 'The batch is empty.');
  if (items.length > batchMax) throw new GatewayError('malformed', `At most ${batchMax} messages in one request.`);
  const messages = items.map((item) => {
    const { success, data } = JSONRPCMessageSchema.safeParse(item);
    if (!success) throw new GatewayError('malformed', 'The body is not a JSON-RPC 2.0 message.');
    return data;
  });
  const ids = messages.filter(isRequest).map(({ id }) => id);
  // The ID is repeated in the response, which cannot carry an unpaired surrogate.
  if (ids.some((id) => typeof id === 'string' && !id.isWellFormed()))
    throw new GatewayError('malformed', 'The id of a request contains half of a character.');
  if (new Set(ids).size < ids.length)
    throw new GatewayError('malformed', 'Two requests of the batch have the same id.');
  return messages;
}

function refuseUnknownVersion(version: string | undefined, messages: JSONRPCMessage[]): void {
  if (version === undefined || supportedRevisions.includes(version)) return;
  if (messages.some(isInitializeRequest)) return;
  const allowed = supportedRevisions.join(', ');
  throw new GatewayError(
    'malformed',
    `Unsupported MCP-Protocol-Version ${JSON.stringify(cutText(version, 40))}; allowed: ${allowed}.`,
  );
}

function asksForProgress(messages: JSONRPCMessage[]): boolean {
  return messages.some((message) => isRequest(message) && message.params?._meta?.progressToken !== undefined);
}

/** The SDK passes this to every handler, so it does not contain the client's token. */
function authInfoOf(context: ToolContext, request?: ClientRequest): AuthInfo {
  const { principal } = context;
  const carried: Carried = { context, ...(request && { request }) };
  return { token: '', clientId: principal.clientId, scopes: [], extra: { ...carried } };
}

function send(res: Response, responses: JSONRPCMessage[], isBatch: boolean): void {
  if (responses.length === 0) {
    res.status(202).end();
    return;
  }
  const text = toJson(isBatch ? responses : responses[0]);
  // Writes head and body together.
  res
    .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) })
    .end(text);
}
