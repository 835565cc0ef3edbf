import type { Action } from '../core-client/contract.ts';
import { ToolError } from '../errors.ts';
import type { ActionRunner } from './action-runner.ts';
import { createArgumentCheck } from './argument-check.ts';
import { renderText } from './text/render-text.ts';
import { READ, type Tool, type ToolContext } from './tool.ts';

const FOUND_DEFAULT = 8;
const FOUND_MAX = 15;

/** Finds and reaches the actions that have no tool of their own in the listed set. */
export function createFindActionsTool(actions: ReadonlyMap<string, Action>): Tool {
  const title = 'Find further actions';
  const areas = [...new Set([...actions.values()].map(({ area }) => area))].sort();
  const inputSchema = {
    type: 'object',
    properties: {
      query: { type: 'string', maxLength: 200, description: 'What you want to do, in a few words.' },
      area: { type: 'string', enum: areas, description: 'Only actions of this area.' },
      limit: { type: 'integer', minimum: 1, maximum: FOUND_MAX, default: FOUND_DEFAULT },
    },
    additionalProperties: false,
  };
  const check = createArgumentCheck(inputSchema);
  return {
    definition: {
      name: 'find_actions',
      title,
      description:
        'Finds further actions of Outbound by words or area (lists, tags, scoring, mailboxes, suppression, webhooks, exports, settings and more). Returns name, effect, description and input schema of each; run them with run_action.',
      inputSchema,
      annotations: { title, ...READ },
    },
    scopes: [],
    isDefault: true,
    isRead: true,
    async run(input, context) {
      check(input);
      const { query = '', area, limit = FOUND_DEFAULT } = input as { query?: string; area?: string; limit?: number };
      const allowed = [...actions.values()].filter(
        (action) => isAllowed(action, context) && (!area || action.area === area),
      );
      const found = rank(allowed, query).slice(0, limit).map(describe);
      const summary = `${found.length} of ${allowed.length} actions.`;
      return {
        text: `${summary}\n${renderText(found.map(withSchemaAsJson))}`,
        structured: { summary, actions: found },
      };
    },
  };
}

export function createRunActionTool(actions: ReadonlyMap<string, Action>, runner: ActionRunner): Tool {
  const title = 'Run or prepare any action';
  const inputSchema = {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Name of the action, from find_actions.' },
      input: {
        type: 'object',
        description: 'Its input, by the schema that find_actions returned.',
        additionalProperties: true,
      },
    },
    required: ['action'],
    additionalProperties: false,
  };
  const check = createArgumentCheck(inputSchema);
  return {
    definition: {
      name: 'run_action',
      title,
      description:
        'Runs an action found with find_actions. A read runs at once and returns its data. Anything else is only prepared: it returns a preview with a confirmationId, and nothing happens until confirm_action.',
      inputSchema,
      annotations: { title, ...READ },
    },
    scopes: [],
    isDefault: true,
    isRead: true,
    async run(args, context) {
      check(args);
      const { action: name, input = {} } = args as { action: string; input?: Record<string, unknown> };
      const action = actions.get(name);
      if (!action) throw new ToolError(unknownAction(name, actions));
      return runner.run(action, input, context);
    },
  };
}

export function unknownAction(name: string, actions: ReadonlyMap<string, Action>): string {
  const near = rank([...actions.values()], name.replaceAll('_', ' '))
    .slice(0, 5)
    .map((action) => action.name);
  const hint = near.length > 0 ? `near it: ${near.join(', ')}` : 'find one with find_actions';
  return `Unknown action ${JSON.stringify(name.slice(0, 60))}; ${hint}.`;
}

function isAllowed(action: Action, { principal, surface }: ToolContext): boolean {
  if (surface.isReadOnly && action.effect !== 'read') return false;
  return action.scopes.every((scope) => principal.scopes.has(scope));
}

function describe({ name, title, effect, area, description, inputSchema }: Action) {
  return {
    name,
    title,
    area,
    effect: effect === 'read' ? 'read' : `${effect} (prepared, then confirmed)`,
    description,
    inputSchema,
  };
}

function withSchemaAsJson<T extends { inputSchema: unknown }>(found: T) {
  return { ...found, inputSchema: JSON.stringify(found.inputSchema) };
}

/** Whole words in the name count most, then title, then the rest; without a query the order of the contract stays. */
function rank(actions: Action[], query: string): Action[] {
  const words =
    query
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.map(stem) ?? [];
  if (words.length === 0) return actions;
  return actions
    .map((action) => ({ action, score: words.reduce((sum, word) => sum + scoreOf(action, word), 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ action }) => action);
}

function scoreOf({ name, title, area, description }: Action, word: string): number {
  if (name.split('_').map(stem).includes(word)) return 8;
  if (stem(area) === word) return 4;
  if (title.toLowerCase().includes(word)) return 3;
  return description.toLowerCase().includes(word) ? 1 : 0;
}

function stem(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<=..)s$/, '');
}
