import type { Action, JsonSchema } from '../core-client/contract.ts';
import { ToolError } from '../errors/errors.ts';
import { callContext, hasScopes, type ToolDeps } from './call-context.ts';
import { renderText } from './text/render-text.ts';
import type { ToolContext, ToolResult } from './tool.ts';

/** List and field that show the caller the result of a person's task. */
const shownBy: Readonly<Record<string, { list: string; by: string }>> = {
  connect_mailbox: { list: 'list_mailboxes', by: 'address' },
};

/** True for an action that shows or needs a secret as a whole. A person does it in the application. */
export function isPersonsOwn({ personPage, showsSecret, secrets, method }: Action): boolean {
  return personPage !== undefined && (showsSecret || (secrets.length > 0 && method === 'post'));
}

/** Keeps only the inputs that lead to the right page. */
export function pageInputSchema({ name, path, inputSchema }: Action): JsonSchema {
  const properties = Object.entries((inputSchema.properties ?? {}) as JsonSchema);
  const isInPath = (property: string) => path.includes(`{${property}}`);
  const kept = properties.filter(([property]) => isInPath(property) || property === shownBy[name]?.by);
  const required = kept.map(([property]) => property).filter(isInPath);
  return { type: 'object', properties: Object.fromEntries(kept), required, additionalProperties: false };
}

export const pageOutputSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    summary: { type: 'string' },
    url: { type: 'string' },
    next: { type: 'string' },
  },
  required: ['status', 'summary'],
};

export const pageSentence =
  ' Passwords and secrets never pass this connection: it returns a link to a page of the application, where the user does it.';

/** Returns the link, or the result if the task is already done. */
export async function openPage(
  deps: Pick<ToolDeps, 'core' | 'baseUrl'>,
  actions: ReadonlyMap<string, Action>,
  action: Action,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult> {
  const done = await findDone(deps, actions, action, input, context);
  if (done) {
    const structured = { status: 'done', summary: `${action.title}: done.`, ...done };
    return { text: renderText(structured), structured };
  }
  const shown = shownBy[action.name];
  const url = pageUrl(deps.baseUrl, action, input);
  const how = shown
    ? `When they say that it is done, call ${action.name} again with the ${shown.by}: it tells whether it worked.`
    : 'They do not need to tell you what they see there.';
  const { person } = context;
  if (person?.canOpenPages)
    await person.ask({ key: 'page', message: `${action.title}: this is done in the application.`, url });
  const structured = {
    status: 'open_page',
    summary: `${action.title}: the user does this in the application, because a secret is involved.`,
    url,
    next: `Give the user the link. Never ask for a password or a secret. ${how}`,
  };
  return { text: renderText(structured), structured };
}

async function findDone(
  { core }: Pick<ToolDeps, 'core'>,
  actions: ReadonlyMap<string, Action>,
  { name }: Action,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<Record<string, unknown> | undefined> {
  const shown = shownBy[name];
  const list = shown && actions.get(shown.list);
  const wanted = shown && input[shown.by];
  if (!list || typeof wanted !== 'string' || !hasScopes(list, context)) return undefined;
  const answer = await core.call(list, {}, { read: true }, await callContext(context));
  if (!answer.ok || !Array.isArray(answer.envelope.data)) return undefined;
  const found = (answer.envelope.data as Record<string, unknown>[]).find(
    (record) => String(record[shown.by]).toLowerCase() === wanted.trim().toLowerCase(),
  );
  return found && { id: found.id, [shown.by]: found[shown.by] };
}

function pageUrl(baseUrl: string, { personPage = '' }: Action, input: Record<string, unknown>): string {
  return baseUrl + personPage.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(input[name])));
}

/** Rejects a secret that was sent nevertheless, without reading it, and names the page where a person enters it. */
export function refuseSecrets(action: Action, input: Record<string, unknown>, baseUrl: string): void {
  const sent = action.secrets.find((path) => valueAt(input, path.split('.')) !== undefined);
  if (sent === undefined) return;
  const where = action.personPage ? ` The user enters it at ${pageUrl(baseUrl, action, input)}.` : '';
  throw new ToolError(`${sent} is a secret and is not taken here; nothing was kept of it.${where}`);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value);
}
