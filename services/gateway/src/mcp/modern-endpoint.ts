import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type CallToolResult,
  createMcpHandler,
  type GetPromptResult,
  inputRequired,
  isLegacyRequest,
  type McpRequestContext,
  type ReadResourceResult,
  Server,
  type ServerContext,
  type ServerNotification,
  type Tool,
} from '@modelcontextprotocol/server';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { cardExtension } from '../cards/cards.ts';
import { InputNeeded, type Person, type Question } from '../tools/ask-person.ts';
import { serverInstructions } from '../tools/instructions.ts';
import type { ToolContext, ToolDefinition } from '../tools/tool.ts';
import { actionIn } from './ask-in-stream.ts';
import type { Catalog, ClientCall, Params } from './catalog/catalog.ts';
import type { ProtocolTask } from './catalog/protocol-result.ts';
import { abilitiesOf } from './client-abilities.ts';
import type { ServerDeps } from './create-server.ts';
import { endWithAuthority } from './end-of-authority.ts';
import { explainResponse } from './explain-issues.ts';
import { isListen, type ListenDeps, ListenStreams } from './listen.ts';
import { keepList, type Way, wayOf } from './prepared-list.ts';
import { progressBy } from './progress.ts';
import { withPublicErrors } from './public-error.ts';
import { currentRevision } from './revisions.ts';
import { serveTasks, takesTasks, tasksExtension } from './serve-tasks.ts';
import { serverInfoOf } from './server-info.ts';

const listTtlMs = 60_000;
const revisionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** Revision 2026-07-28: no sessions; each request declares its needs. The SDK checks headers and envelope. */
export function modernEndpoint(deps: ServerDeps & ListenDeps) {
  const create = ({ authInfo }: McpRequestContext) => createModernServer(deps, authInfo);
  const streams = new ListenStreams(deps, create);
  const handler = createMcpHandler(create, {
    legacy: 'reject',
    onerror: (error) => deps.log.debug({ err: error }, 'request of the current revision refused'),
  });
  const serve = toNodeHandler({ fetch: async (...request) => explainResponse(await handler.fetch(...request)) });
  return (req: ExpressRequest, res: ExpressResponse, context: ToolContext): Promise<void> => {
    const authInfo = { token: '', clientId: context.principal.clientId, scopes: [], extra: { context } };
    const way = wayOf(req);
    endWithAuthority(context, res);
    Object.assign(req, { auth: authInfo });
    if (isListen(req.body)) return streams.serve(req, res, context);
    const chosen = way ? toNodeHandler({ fetch: keeping(way, deps.catalog.listTools(context)) }) : serve;
    return chosen(req, res, req.body);
  };

  function keeping(way: Way, tools: ToolDefinition[]): typeof handler.fetch {
    return async (request, options) => {
      const answer = await handler.fetch(request, options);
      await keepList(way, tools, answer.clone());
      return answer;
    };
  }
}

/** Applies the SDK's own rule. */
export async function isModern(req: ExpressRequest): Promise<boolean> {
  const headers = Object.entries(req.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const request = new Request(`http://localhost${req.originalUrl}`, { method: 'POST', headers });
  return !(await isLegacyRequest(request, req.body));
}

/** True if the SDK has to check the request at all. */
export function mayBeModern(req: ExpressRequest): boolean {
  const { jsonrpc, params } = (req.body ?? {}) as { jsonrpc?: unknown; params?: { _meta?: object } };
  if (jsonrpc !== '2.0') return false;
  const claim = params?._meta as Record<string, unknown> | undefined;
  return req.get('mcp-protocol-version') === currentRevision || claim?.[revisionKey] !== undefined;
}

function createModernServer(deps: ServerDeps, authInfo: McpRequestContext['authInfo']): Server {
  const { baseUrl, version, catalog } = deps;
  const context = authInfo?.extra?.context as ToolContext;
  const hint = { ttlMs: listTtlMs, cacheScope: 'private' as const };
  const { verifyState } = catalog;
  const server = new Server(serverInfoOf(baseUrl, version), {
    capabilities: {
      tools: {},
      prompts: {},
      resources: { subscribe: true },
      completions: {},
      extensions: { ...cardExtension, ...tasksExtension },
    },
    instructions: serverInstructions,
    ...(verifyState && { requestState: { verify: verifyState } }),
    cacheHints: {
      'tools/list': hint,
      'prompts/list': hint,
      'resources/list': hint,
      'resources/templates/list': hint,
    },
  });
  serveTools(server, catalog, context);
  serveTasks(server, deps, (ctx) => callOf(ctx, context));
  servePrompts(server, deps, context);
  serveResources(server, deps, context);
  return server;
}

function serveTools(server: Server, catalog: Catalog, context: ToolContext): void {
  server.setRequestHandler('tools/list', () => ({ tools: catalog.listTools(context) as Tool[] }));
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const result = await catalog.callTool(params.name, params.arguments ?? {}, callOf(ctx, context));
    const { question, task } = result as { question?: Question; task?: ProtocolTask };
    if (task) return { ...task, resultType: 'task', content: [] };
    return question ? askFor(question) : (result as CallToolResult);
  });
}

function servePrompts(server: Server, { catalog, log }: ServerDeps, context: ToolContext): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: catalog.listPrompts() }));
  server.setRequestHandler('prompts/get', ({ params }, ctx) =>
    withPublicErrors(
      () => catalog.getPrompt(params.name, params.arguments ?? {}, callOf(ctx, context)) as GetPromptResult,
      log,
    ),
  );
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) =>
    withPublicErrors(async () => {
      const values = ref.type === 'ref/prompt' ? await catalog.completePrompt(ref.name, argument, context) : [];
      return { completion: { values, total: values.length, hasMore: false } };
    }, log),
  );
}

function serveResources(server: Server, { catalog, log }: ServerDeps, context: ToolContext): void {
  server.setRequestHandler('resources/list', () => ({ resources: catalog.listResources() }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: catalog.listTemplates() }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    withPublicErrors(
      async () => ({ contents: [await catalog.readResource(uri, context)] }) as ReadResourceResult,
      log,
      { uri },
    ),
  );
}

function callOf(ctx: ServerContext, context: ToolContext): ClientCall {
  const { mcpReq } = ctx;
  const meta = { ...mcpReq._meta, ...mcpReq.envelope } as Params;
  const capabilities = (meta[capabilitiesKey] ?? {}) as Params;
  const notify = (method: string, params: Params) => mcpReq.notify({ method, params } as ServerNotification);
  const inputResponses = mcpReq.inputResponses ?? {};
  const person = personOf(capabilities, inputResponses);
  return {
    context: {
      ...context,
      ...(person && { person }),
      ...progressBy(meta, notify),
      takesTasks: takesTasks(capabilities),
    },
    meta,
    capabilities,
    notify,
    inputResponses,
    requestState: mcpReq.requestState(),
  };
}

/** The client answers by calling again with its person's answer. */
function personOf(capabilities: Params, given: Params): Person | undefined {
  const abilities = abilitiesOf(capabilities);
  if (!abilities.canAnswer && !abilities.canOpenPages) return undefined;
  return {
    ...abilities,
    async ask(question) {
      if (question.key in given) return actionIn(given[question.key]);
      throw new InputNeeded(question);
    },
  };
}

function askFor({ key, message, url }: Question) {
  const request =
    url === undefined
      ? inputRequired.elicit({ mode: 'form', message, requestedSchema: { type: 'object', properties: {} } })
      : inputRequired.elicitUrl({ message, url });
  return inputRequired({ inputRequests: { [key]: request } });
}
