import type { Action } from '../../core-client/contract.ts';
import { createArgumentCheck } from '../argument-check.ts';
import type { Found } from '../find/action-search.ts';
import { refusalOf } from '../find/not-offered.ts';
import { isPersonsOwn, pageInputSchema } from '../person-page.ts';
import { renderText } from '../text/render-text.ts';
import { readOnlyAnnotations, type Tool, type ToolContext, type ToolResult } from '../tool.ts';
import { type Discovery, requireAction, toolFor } from './discovery.ts';

const foundCountDefault = 6;
const foundCountMax = 10;

/** Finds the actions that have no tool of their own in the listed set. */
export function createFindActionsTool(discovery: Discovery): Tool {
  const { actions } = discovery;
  const title = 'Find further actions';
  const areas = [...new Set([...actions.values()].map(({ area }) => area))].sort();
  const inputSchema = {
    type: 'object',
    properties: {
      query: { type: 'string', maxLength: 200, description: 'What you want to do, in a few words.' },
      area: { type: 'string', enum: areas, description: 'Only actions of this area.' },
      limit: { type: 'integer', minimum: 1, maximum: foundCountMax, default: foundCountDefault },
    },
    additionalProperties: false,
  };
  const check = createArgumentCheck(inputSchema);
  return {
    definition: {
      name: 'find_actions',
      title,
      description:
        'Finds further actions of Outbound by everyday words or area (lists, tags, scoring, mailboxes, ' +
        'suppression, webhooks, exports, settings and more). Returns the best ones in short, with the ' +
        'arguments that they need. describe_action gives the schema, read_action runs a read, and prepare_action ' +
        'prepares anything else. Says with a link what only a person can do, and what Outbound does not do ' +
        '(isSupported false).',
      inputSchema,
      annotations: { title, ...readOnlyAnnotations },
    },
    scopes: [],
    isDefault: true,
    isRead: true,
    async run(input, context) {
      return findActions(discovery, check(input), context);
    },
  };
}

interface Asked {
  query?: string;
  area?: string;
  limit?: number;
}

function findActions({ actions, search, baseUrl }: Discovery, input: Asked, context: ToolContext): ToolResult {
  const { query = '', area, limit = foundCountDefault } = input;
  const isMeant = ({ effect, area: own }: Action) =>
    (effect === 'read' || !context.surface.isReadOnly) && (!area || own === area);
  const isAsked = query.trim() !== '';
  const found: Found = isAsked ? search.find(query, isMeant) : { actions: [...actions.values()].filter(isMeant) };
  const no = found.notOffered;
  const instead = (no?.instead ?? []).flatMap((name) => actions.get(name) ?? []).filter(isMeant);
  const fitting = [...new Set([...instead, ...found.actions])];
  const shown = fitting.slice(0, limit).map((action) => describeShortly(action, context));
  const personOnly = found.task && { what: found.task.title, url: baseUrl + found.task.page };
  const counts = `${shown.length} of ${fitting.length} that fit.`;
  const summary = no === undefined ? counts : refusalOf(no, query);
  const hint = personOnly ? `\nOnly a person does this, in the application: ${personOnly.what}: ${personOnly.url}` : '';
  return {
    text: `${summary}${hint}\n${renderText(shown)}`,
    structured: { summary, isSupported: no === undefined, ...(personOnly && { personOnly }), actions: shown },
  };
}

export function createDescribeActionTool({ actions, search }: Discovery): Tool {
  const title = 'Describe an action';
  const inputSchema = {
    type: 'object',
    properties: { action: { type: 'string', maxLength: 60, description: 'Name of the action, from find_actions.' } },
    required: ['action'],
    additionalProperties: false,
  };
  const check = createArgumentCheck(inputSchema);
  return {
    definition: {
      name: 'describe_action',
      title,
      description: 'Returns what an action does and the JSON Schema of its input, for read_action or prepare_action.',
      inputSchema,
      annotations: { title, ...readOnlyAnnotations },
    },
    scopes: [],
    isDefault: true,
    isRead: true,
    async run(args) {
      const action = requireAction(check(args).action as string, actions, search);
      const { name, description, effect, scopes } = action;
      const schema = isPersonsOwn(action) ? pageInputSchema(action) : action.inputSchema;
      const structured = {
        name,
        effect: effectOf(effect),
        runWith: toolFor(effect),
        description,
        scopes,
        inputSchema: schema,
      };
      return { text: renderText({ ...structured, inputSchema: JSON.stringify(schema) }), structured };
    },
  };
}

function effectOf(effect: Action['effect']): string {
  return effect === 'read' ? 'read' : `${effect} (prepared, then confirmed)`;
}

/** Enough to choose an action. Its schema is requested separately. */
function describeShortly(action: Action, { principal }: ToolContext) {
  const { name, effect, summary, inputSchema } = action;
  const required = isPersonsOwn(action) ? [] : ((inputSchema.required as string[] | undefined) ?? []);
  const missing = action.scopes.filter((scope) => !principal.scopes.has(scope));
  return {
    name,
    effect,
    does: summary,
    runWith: toolFor(effect),
    ...(required.length > 0 && { needs: required.join(', ') }),
    ...(missing.length > 0 && { missingScopes: missing.join(', ') }),
  };
}
