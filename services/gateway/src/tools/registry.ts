import type { Action, Contract } from '../core-client/contract.ts';
import { ToolError } from '../errors.ts';
import { ActionRunner } from './action-runner.ts';
import type { ToolDeps } from './call-context.ts';
import { CONNECTOR_TOOLSET, createConnectorTools } from './connector-tools.ts';
import { createFindActionsTool, createRunActionTool, unknownAction } from './discovery-tools.ts';
import { PREVIEW_OUTPUT_SCHEMA, readOutputSchema } from './output-schema.ts';
import { createCancelTool, createConfirmTool, createListPendingTool } from './previews/preview-tools.ts';
import { READ, type Surface, type Tool, type ToolContext, type ToolDefinition, type ToolResult } from './tool.ts';

const LISTS_KEPT_MAX = 500;

/** All tools, made once from the contract. Knows no protocol: each protocol era lists and calls through it. */
export class ToolRegistry {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #actions: ReadonlyMap<string, Action>;
  readonly #lists = new Map<string, ToolDefinition[]>();
  readonly toolsets: readonly string[];

  constructor(contract: Contract, deps: ToolDeps) {
    this.#actions = new Map(contract.actions.map((action) => [action.name, action]));
    const runner = new ActionRunner(deps, this.#actions);
    const confirmDeps = { ...deps, actions: this.#actions };
    const tools = [
      ...contract.actions.map((action) => createActionTool(action, runner)),
      createFindActionsTool(this.#actions),
      createRunActionTool(this.#actions, runner),
      createConfirmTool(confirmDeps),
      createCancelTool(confirmDeps),
      createListPendingTool(confirmDeps),
      ...createConnectorTools(confirmDeps),
    ];
    this.#tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
    this.toolsets = ['all', 'default', CONNECTOR_TOOLSET, ...new Set(contract.actions.map(({ area }) => area))];
  }

  /** The tools that this caller may use and asked to see: one page, in the contract's order. */
  list({ principal, surface }: Pick<ToolContext, 'principal' | 'surface'>): ToolDefinition[] {
    const key = `${surface.isReadOnly} ${surface.toolsets.join()} ${[...principal.scopes].sort().join()}`;
    const known = this.#lists.get(key);
    if (known) return known;
    const listed = [...this.#tools.values()]
      .filter((tool) => isShown(tool, surface) && tool.scopes.every((scope) => principal.scopes.has(scope)))
      .map((tool) => tool.definition);
    if (this.#lists.size >= LISTS_KEPT_MAX) this.#lists.clear();
    this.#lists.set(key, listed);
    return listed;
  }

  /** Any tool can be called by its name, listed or not; scopes are checked, and changes need a confirmation. */
  async call(name: string, input: Record<string, unknown>, context: ToolContext): Promise<ToolResult> {
    const tool = this.#tools.get(name);
    if (!tool) throw new ToolError(unknownAction(name, this.#actions));
    if (context.surface.isReadOnly && !tool.isRead)
      throw new ToolError(`${name} is off: this connection is read only.`);
    return tool.run(input, context);
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }
}

function isShown(tool: Tool, { toolsets, isReadOnly }: Surface): boolean {
  if (isReadOnly && !tool.isRead) return false;
  if (tool.toolset === undefined || toolsets.includes('all') || toolsets.includes(tool.toolset)) return true;
  return toolsets.includes('default') && tool.isDefault;
}

function createActionTool(action: Action, runner: ActionRunner): Tool {
  const { name, title, scopes, area, surface, effect, inputSchema } = action;
  const isRead = effect === 'read';
  const prepares = ' Only prepares: returns a preview and a confirmationId; nothing happens before confirm_action.';
  return {
    definition: {
      name,
      title,
      description: isRead ? action.description : `${action.description}${prepares}`,
      inputSchema,
      outputSchema: isRead ? readOutputSchema(action.outputSchema) : PREVIEW_OUTPUT_SCHEMA,
      annotations: { title, ...READ },
    },
    scopes,
    toolset: area,
    isDefault: surface === 'default',
    isRead,
    run: (input, context) => runner.run(action, input, context),
  };
}
