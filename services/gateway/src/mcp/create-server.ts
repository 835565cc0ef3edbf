import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { ToolError } from '../errors.ts';
import { INSTRUCTIONS } from '../tools/instructions.ts';
import { completeArgument, PROMPTS, writePrompt } from '../tools/prompts.ts';
import { GUIDE_RESOURCE, listTemplates, readResource } from '../tools/resources.ts';
import type { ToolContext } from '../tools/tool.ts';
import { type CallToolDeps, callTool } from './call-tool.ts';

export type ServerDeps = CallToolDeps & { version: string };
type Sender = Pick<RequestHandlerExtra<ServerRequest, ServerNotification>, 'sendNotification'>;
type Extra = { authInfo?: { extra?: Record<string, unknown> } };

/** A server for revisions up to 2025-11-25: the SDK's protocol handling over the registry, no state of its own. */
export function createServer(deps: ServerDeps): Server {
  const { registry, version } = deps;
  const server = new Server(
    { name: 'outbound', title: 'Outbound', version },
    { capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, (_request, extra) => ({
    tools: registry.list(contextOf(extra)) as Tool[],
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    callTool(
      deps,
      params.name,
      params.arguments ?? {},
      withProgress(contextOf(extra), params._meta?.progressToken, extra),
    ),
  );
  servePrompts(server);
  serveResources(server, deps);
  return server;
}

function servePrompts(server: Server): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: PROMPTS.map(({ name, title, description, arguments: all }) => ({
      name,
      title,
      description,
      arguments: all.map((each) => ({ name: each.name, description: each.description, required: each.required })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    refusingPolitely(() => {
      const { description, text } = writePrompt(params.name, params.arguments ?? {});
      return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
    }),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ params }) =>
    refusingPolitely(() => {
      const { ref, argument } = params;
      const values = ref.type === 'ref/prompt' ? completeArgument(ref.name, argument.name, argument.value) : [];
      return { completion: { values, total: values.length, hasMore: false } };
    }),
  );
}

function serveResources(server: Server, { registry, log }: ServerDeps): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [GUIDE_RESOURCE] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: listTemplates(registry) }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, extra) => {
    try {
      return { contents: [await readResource(registry, params.uri, contextOf(extra))] };
    } catch (error) {
      if (!(error instanceof ToolError)) log.error({ err: error }, 'resource failed');
      throw politely(error);
    }
  });
}

function contextOf({ authInfo }: Extra): ToolContext {
  return authInfo?.extra?.context as ToolContext;
}

function withProgress(context: ToolContext, progressToken: string | number | undefined, extra: Sender): ToolContext {
  if (progressToken === undefined) return context;
  const reportProgress = (progress: number, total: number | undefined, message: string) => {
    const params = { progressToken, progress, message, ...(total !== undefined && { total }) };
    return extra.sendNotification({ method: 'notifications/progress', params });
  };
  return { ...context, reportProgress };
}

function refusingPolitely<T>(answer: () => T): T {
  try {
    return answer();
  } catch (error) {
    throw politely(error);
  }
}

/** The SDK sends the message of anything thrown to the client; only ours may go there. */
function politely(error: unknown): McpError {
  if (error instanceof ToolError) return new McpError(ErrorCode.InvalidParams, error.message);
  return new McpError(ErrorCode.InternalError, 'Something went wrong on our side; try again later.');
}
