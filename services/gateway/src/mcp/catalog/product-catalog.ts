import { allPrompts, writePrompt } from '../../tools/prompts.ts';
import { listedResources, listTemplates, readResource } from '../../tools/resources.ts';
import type { ToolContext } from '../../tools/tool.ts';
import { type CallToolDeps, callTool } from './call-tool.ts';
import type { Catalog, Params } from './catalog.ts';
import { taskInProtocol } from './protocol-result.ts';

/** The tools, prompts, and resources of Outbound. */
export function productCatalog(deps: CallToolDeps & { baseUrl: string }): Catalog {
  const { registry, baseUrl } = deps;
  return {
    olderCapabilities: {},
    listTools: (context) => registry.list(context),
    callTool: (name, input, { context, meta }) => callTool(deps, name, input, withTrace(context, meta)),
    async readTask(id, { context }) {
      const task = await registry.readTask(id, context);
      return task && taskInProtocol(task);
    },
    // The questions of a confirmation come before its task.
    updateTask: async (id, _answers, { context }) => (await registry.readTask(id, context)) !== undefined,
    cancelTask: (id, { context }) => registry.cancelTask(id, context),
    settleAnswer: (settled, context) => registry.settleAnswer(settled, context),
    listPrompts: () =>
      allPrompts.map(({ name, title, description, arguments: all }) => ({
        name,
        title,
        description,
        arguments: all.map((each) => ({ name: each.name, description: each.description, required: each.required })),
      })),
    getPrompt(name, values) {
      const { description, text } = writePrompt(name, values);
      return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
    completePrompt: (name, argument, context) => registry.completePrompt(name, argument, context),
    listResources: () => listedResources,
    listTemplates: () => listTemplates(registry),
    readResource: (uri, context) => readResource(registry, baseUrl, uri, context),
  };
}

/** A client may name the parent call of its own in the request itself. */
function withTrace(context: ToolContext, { traceparent }: Params): ToolContext {
  return typeof traceparent === 'string' ? { ...context, traceparent } : context;
}
