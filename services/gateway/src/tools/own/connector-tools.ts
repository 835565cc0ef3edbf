import { isToken } from '@outbound/node-service/text/reads-like-name';
import type { Action } from '../../core-client/contract.ts';
import { ToolError } from '../../errors/errors.ts';
import { createArgumentCheck } from '../argument-check.ts';
import { callContext, requireScopes, type ToolDeps } from '../call-context.ts';
import { readAction } from '../read-action.ts';
import { readsLikeName } from '../text/plain-text.ts';
import { renderText } from '../text/render-text.ts';
import { readOnlyAnnotations, type Tool, type ToolContext } from '../tool.ts';

export const connectorToolset = 'connector';
const resultsPerKind = 10;

/** Record kinds that ChatGPT's connectors search: ID prefix, list action, and single-record action. */
const recordKinds = [
  { prefix: 'con_', list: 'list_contacts', get: 'get_contact', argument: 'contactId', page: 'contacts' },
  { prefix: 'com_', list: 'list_companies', get: 'get_company', argument: 'companyId', page: 'companies' },
  { prefix: 'cmp_', list: 'list_campaigns', get: 'get_campaign', argument: 'campaignId', page: 'campaigns' },
  { prefix: 'rpl_', list: 'list_replies', get: 'get_reply', argument: 'replyId', page: 'replies' },
] as const;

type Kind = (typeof recordKinds)[number];
export interface ConnectorDeps extends Pick<ToolDeps, 'core'> {
  baseUrl: string;
  actions: ReadonlyMap<string, Action>;
}

/** `search` and `fetch` in the shape that ChatGPT's connectors expect: the text is JSON of the same content. */
export function createConnectorTools(deps: ConnectorDeps): Tool[] {
  return [createSearchTool(deps), createFetchTool(deps)];
}

function createSearchTool(deps: ConnectorDeps): Tool {
  const title = 'Search the workspace';
  const inputSchema = oneString('query', 'Words to look for in contacts, companies, campaigns and replies.');
  const check = createArgumentCheck(inputSchema);
  const result = {
    type: 'object',
    properties: { id: textSchema, title: textSchema, url: textSchema },
    required: ['id', 'title', 'url'],
  };
  return {
    definition: {
      name: 'search',
      title,
      description:
        'Searches stored contacts, companies, campaigns, and replies by words. Returns id, title, and url of ' +
        'each; read one with fetch. To find new people who are not stored yet, use search_people instead.',
      inputSchema,
      outputSchema: {
        type: 'object',
        properties: { results: { type: 'array', items: result } },
        required: ['results'],
      },
      annotations: { title, ...readOnlyAnnotations },
    },
    scopes: [],
    toolset: connectorToolset,
    isDefault: true,
    isRead: true,
    async run(input, context) {
      const { query } = check(input);
      const found = await Promise.all(recordKinds.map((kind) => searchKind(deps, kind, query as string, context)));
      const structured = { results: found.flat() };
      return { text: JSON.stringify(structured), structured };
    },
  };
}

function createFetchTool(deps: ConnectorDeps): Tool {
  const title = 'Read a search result';
  const inputSchema = oneString('id', 'The ID (con_…, com_…, cmp_…, or rpl_…), as search and the lists return it.');
  const check = createArgumentCheck(inputSchema);
  const properties = {
    id: textSchema,
    title: textSchema,
    text: textSchema,
    url: textSchema,
    metadata: { type: 'object' },
  };
  return {
    definition: {
      name: 'fetch',
      title,
      description: 'Reads one contact, company, campaign, or reply in full, as text, by its ID.',
      inputSchema,
      outputSchema: { type: 'object', properties, required: ['id', 'title', 'text', 'url'] },
      annotations: { title, ...readOnlyAnnotations },
    },
    scopes: [],
    toolset: connectorToolset,
    isDefault: true,
    isRead: true,
    async run(input, context) {
      const id = check(input).id as string;
      const kind = recordKinds.find(({ prefix }) => id.startsWith(prefix));
      const action = kind && deps.actions.get(kind.get);
      if (!kind || !action) throw new ToolError('Unknown id; use one that search returned.');
      requireScopes(action, context);
      const { structured } = await readAction(deps.core, action, { [kind.argument]: id }, context);
      const record = structured?.data as Record<string, unknown>;
      const answer = {
        id,
        title: titleOf(record, id),
        text: renderText(record),
        url: urlOf(deps, kind, id),
        metadata: { kind: kind.page },
      };
      return { text: JSON.stringify(answer), structured: answer };
    },
  };
}

/** Kinds that the caller may not read, or that have no text search, return no results. */
async function searchKind(deps: ConnectorDeps, kind: Kind, query: string, context: ToolContext) {
  const action = deps.actions.get(kind.list);
  const { q } = (action?.inputSchema.properties ?? {}) as { q?: unknown };
  if (!action || !q || action.scopes.some((scope) => !context.principal.scopes.has(scope))) return [];
  const input = { q: query, limit: resultsPerKind };
  const answer = await deps.core.call(action, input, { read: true }, await callContext(context));
  if (!answer.ok || !Array.isArray(answer.envelope.data)) return [];
  return (answer.envelope.data as Record<string, unknown>[]).map((record) => {
    const id = String(record.id);
    return { id, title: titleOf(record, id), url: urlOf(deps, kind, id) };
  });
}

/** Uses only our own fields, because a stranger wrote the subject or body. */
function titleOf({ fullName, name, email, fromEmail }: Record<string, unknown>, id: string): string {
  const title = [fullName, name, email, fromEmail].find(
    (each) => typeof each === 'string' && each !== '' && (isToken(each) || readsLikeName(each)),
  );
  return String(title ?? id);
}

function urlOf({ baseUrl }: ConnectorDeps, { page }: Kind, id: string): string {
  return `${baseUrl}/app/${page}/${id}`;
}

const textSchema = { type: 'string' };

function oneString(name: string, description: string) {
  const properties = { [name]: { type: 'string', minLength: 1, maxLength: 500, description } };
  return { type: 'object', properties, required: [name], additionalProperties: false };
}
