import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  type GetPromptResult,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ReadResourceResult,
  type ServerNotification,
  type ServerRequest,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  type Tool,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Logger } from 'pino';
import { cardExtension } from '../cards/cards.ts';
import { ToolError } from '../errors/errors.ts';
import { serverInstructions } from '../tools/instructions.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { Catalog, ClientCall, ClientRequest, Params } from './catalog/catalog.ts';
import { progressBy } from './progress.ts';
import { serverInfoOf } from './server-info.ts';

export interface ServerDeps {
  catalog: Catalog;
  log: Logger;
  baseUrl: string;
  version: string;
}
/** Context that travels with a message to its handler. */
export interface Carried {
  context: ToolContext;
  request?: ClientRequest;
}
type Extra = Pick<RequestHandlerExtra<ServerRequest, ServerNotification>, 'authInfo' | 'sendNotification'>;

/** A server for revisions up to 2025-11-25: the SDK's protocol handling over the catalog, with no state of its own. */
export function createServer(deps: ServerDeps): Server {
  const { baseUrl, catalog, version } = deps;
  const server = new Server(serverInfoOf(baseUrl, version), {
    capabilities: {
      tools: {},
      prompts: {},
      resources: {},
      completions: {},
      extensions: cardExtension,
      ...catalog.olderCapabilities,
    },
    instructions: serverInstructions,
  });
  server.setRequestHandler(ListToolsRequestSchema, (_request, extra) => ({
    tools: catalog.listTools(carriedBy(extra).context) as Tool[],
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, extra) =>
      (await catalog.callTool(params.name, params.arguments ?? {}, callOf(params._meta, extra))) as CallToolResult,
  );
  servePrompts(server, catalog);
  serveResources(server, deps);
  serveWhatIsDeclared(server, catalog.olderCapabilities);
  return server;
}

function servePrompts(server: Server, catalog: Catalog): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: catalog.listPrompts() }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    withPublicErrors(
      () => catalog.getPrompt(params.name, params.arguments ?? {}, callOf(params._meta, extra)) as GetPromptResult,
    ),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ params: { ref, argument } }, extra) =>
    withPublicErrors(async () => {
      const { context } = carriedBy(extra);
      const values = ref.type === 'ref/prompt' ? await catalog.completePrompt(ref.name, argument, context) : [];
      return { completion: { values, total: values.length, hasMore: false } };
    }),
  );
}

function serveResources(server: Server, { catalog, log }: ServerDeps): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: catalog.listResources() }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: catalog.listTemplates() }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, extra) => {
    try {
      return { contents: [await catalog.readResource(uri, carriedBy(extra).context)] } as ReadResourceResult;
    } catch (error) {
      if (!(error instanceof ToolError)) log.error({ err: error }, 'resource failed');
      throw toPublicError(error, { uri });
    }
  });
}

/** A stateless server stores neither a log level nor a subscription, but accepts both if the capability is declared. */
function serveWhatIsDeclared(
  server: Server,
  declared: { logging?: object; resources?: { subscribe?: boolean } },
): void {
  if (declared.logging) server.setRequestHandler(SetLevelRequestSchema, () => ({}));
  if (!declared.resources?.subscribe) return;
  server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
}

function carriedBy({ authInfo }: Extra): Carried {
  return authInfo?.extra as Record<string, unknown> & Carried;
}

function callOf(meta: Params = {}, extra: Extra): ClientCall {
  const { context, request } = carriedBy(extra);
  const notify = (method: string, params: Params) => extra.sendNotification({ method, params } as ServerNotification);
  return {
    context: { ...context, ...progressBy(meta, notify) },
    meta,
    capabilities: {},
    notify,
    ...(request && { request }),
    inputResponses: {},
  };
}

async function withPublicErrors<T>(answer: () => T | Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    throw toPublicError(error);
  }
}

/**
 * The SDK sends the message of any thrown error to the client, so only our own errors may pass. The SDK's error class
 * would add a prefix to the message.
 */
function toPublicError(error: unknown, data?: Params): Error {
  const isOurs = error instanceof ToolError;
  const message = isOurs ? error.message : 'Something went wrong on our side; try again later.';
  const code = isOurs ? ErrorCode.InvalidParams : ErrorCode.InternalError;
  return Object.assign(new Error(message), { code, ...(data && { data }) });
}
