import type { Action, Contract } from '../core-client/contract.ts';
import { ToolError } from '../errors/errors.ts';
import { ActionRunner } from './action-runner.ts';
import { createActionTool } from './action-tool.ts';
import { listedDefinition } from './arguments/listed-schema.ts';
import type { Answer, QuestionSubject } from './ask-person.ts';
import { hasScopes, type ToolDeps } from './call-context.ts';
import { completeName } from './names/complete-name.ts';
import { connectorToolset, createConnectorTools } from './own/connector-tools.ts';
import { createDiscovery, type Discovery, unknownAction } from './own/discovery.ts';
import { createDiscoveryTools, createPreviewTools } from './own/own-tools.ts';
import type { ConfirmDeps } from './previews/confirm-action.ts';
import { createConfirmTools } from './previews/confirm-tools.ts';
import { cancelTask, readTask } from './previews/preview-task.ts';
import { settleAnswer } from './previews/settle-answer.ts';
import { completeArgument, findArgument } from './prompts.ts';
import type { Surface, Task, Tool, ToolContext, ToolDefinition, ToolResult } from './tool.ts';

const listsKeptMax = 500;

interface Argument {
  name: string;
  value: string;
}

interface Settled {
  about: unknown;
  answer: Answer;
  isAwaited: boolean;
}

/**
 * All tools, built once from the contract. Independent of any protocol: each protocol era lists and calls tools through
 * it.
 */
export class ToolRegistry {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #actions: ReadonlyMap<string, Action>;
  readonly #discovery: Discovery;
  readonly #confirmDeps: ConfirmDeps;
  readonly #runner: ActionRunner;
  readonly #lists = new Map<string, ToolDefinition[]>();
  readonly #scopeWords = new WeakMap<ReadonlySet<string>, string>();
  readonly toolsets: readonly string[];

  constructor(contract: Contract, deps: ToolDeps) {
    this.#actions = new Map(contract.actions.map((action) => [action.name, action]));
    const runner = new ActionRunner(deps, this.#actions);
    this.#runner = runner;
    const confirmDeps = { ...deps, actions: this.#actions };
    this.#confirmDeps = confirmDeps;
    const connector = createConnectorTools(confirmDeps);
    const previews = createPreviewTools(confirmDeps);
    // Without the confirming tools: a tool that prepares must not confirm.
    this.#discovery = createDiscovery(this.#actions, [...connector, ...previews], deps.baseUrl);
    // Clients that read only the first tools need search and fetch.
    const tools = [
      ...connector,
      ...contract.actions.map((action) => createActionTool(action, runner)),
      ...createDiscoveryTools(this.#discovery, runner),
      ...createConfirmTools(confirmDeps),
      ...previews,
    ];
    this.#tools = new Map(tools.map((tool) => [tool.definition.name, tool]));
    this.toolsets = [
      'all',
      'default',
      connectorToolset,
      'previews',
      ...new Set(contract.actions.map(({ area }) => area)),
    ];
  }

  /** The tools that this caller may use and requested, as one page, in the contract's order. */
  list({ principal, surface }: Pick<ToolContext, 'principal' | 'surface'>): ToolDefinition[] {
    const scopes = this.#wordsOf(principal.scopes);
    const { isReadOnly, isDirectory, toolsets } = surface;
    const key = `${isReadOnly} ${isDirectory} ${principal.runsAtOnce} ${toolsets.join()} ${scopes}`;
    const known = this.#lists.get(key);
    if (known) return known;
    const listed = [...this.#tools.values()]
      .filter((tool) => isShown(tool, surface) && hasScopes(tool, { principal }))
      .map((tool) => listedDefinition(shownDefinition(tool, principal.runsAtOnce, surface)));
    if (this.#lists.size >= listsKeptMax) this.#lists.clear();
    this.#lists.set(key, listed);
    return listed;
  }

  #wordsOf(scopes: ReadonlySet<string>): string {
    let words = this.#scopeWords.get(scopes);
    if (words === undefined) {
      words = [...scopes].sort().join();
      this.#scopeWords.set(scopes, words);
    }
    return words;
  }

  /** Any tool can be called by its name, listed or not. Scopes are checked, and changes need a confirmation. */
  async call(name: string, input: Record<string, unknown>, context: ToolContext): Promise<ToolResult> {
    const tool = this.#tools.get(name);
    if (!tool) throw new ToolError(unknownAction(name, this.#tools.keys(), this.#discovery.search));
    if (context.surface.isReadOnly && !tool.isRead)
      throw new ToolError(`${name} is off: this connection is read only.`);
    return tool.run(input, context);
  }

  /** An answer belongs to the preview, even after the call that asked has ended. */
  settleAnswer({ about, answer, isAwaited }: Settled, context: ToolContext): Promise<void> {
    return settleAnswer(this.#confirmDeps, about as QuestionSubject, answer, isAwaited, context);
  }

  /** The state of a confirmed action. Undefined if the caller has no such task. */
  readTask(id: string, context: ToolContext): Promise<Task | undefined> {
    return readTask(this.#confirmDeps, id, context);
  }

  /** False if the caller has no such task. */
  cancelTask(id: string, context: ToolContext): Promise<boolean> {
    return cancelTask(this.#confirmDeps, id, context);
  }

  /** Completes the argument of a prompt, also by the names of stored records. */
  async completePrompt(name: string, argument: Argument, context: ToolContext): Promise<string[]> {
    const { names } = findArgument(name, argument.name) ?? {};
    if (names === undefined) return completeArgument(name, argument.name, argument.value);
    return completeName(names, argument.value, this.#runner.lookUpFor(context));
  }

  /** True if the tool exists and the caller's scopes allow it. */
  isOpenTo(name: string, context: ToolContext): boolean {
    const tool = this.#tools.get(name);
    return tool !== undefined && hasScopes(tool, context);
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /**
   * An error as the structured result of a tool, if its schema allows that. Clients drop a result that breaks the
   * schema.
   */
  structuredError(name: string, status: 'rejected' | 'failed', summary: string): Record<string, unknown> | undefined {
    const { outputSchema } = this.#tools.get(name)?.definition ?? {};
    const required = (outputSchema?.required ?? []) as string[];
    return required.every((member) => member === 'status' || member === 'summary') ? { status, summary } : undefined;
  }
}

/** Reviewers of client directories read \`readOnlyHint\` as "may run without asking", so there preparing has none. */
function shownDefinition(
  { definition, atOnce, prepares }: Tool,
  runsAtOnce: boolean,
  surface: Surface,
): ToolDefinition {
  const shown = (runsAtOnce && atOnce) || definition;
  if (!surface.isDirectory || !prepares) return shown;
  return { ...shown, annotations: { ...shown.annotations, readOnlyHint: false } };
}

function isShown(tool: Tool, { toolsets, isReadOnly }: Surface): boolean {
  if (tool.isListed === false || (isReadOnly && !tool.isRead)) return false;
  if (tool.toolset === undefined || toolsets.includes('all') || toolsets.includes(tool.toolset)) return true;
  return toolsets.includes('default') && tool.isDefault;
}
