import { membersOf } from '../../engine/members/members-of.ts';
import { memberIn } from '../chain/load-visitor.ts';
import type { Choice } from '../forms/describe-form.ts';
import { propertiesOf, type Schema, withoutNull } from '../forms/schema-kind.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { readNamed, typeOfField } from '../shown/record-types.ts';
import { runReadNamed } from './run-read.ts';

const choicesMax = 100;

/** List operations for ID fields whose records are few enough to choose from. */
const lists: Record<string, string> = {
  listId: 'list_lists',
  campaignId: 'list_campaigns',
  mailboxId: 'list_mailboxes',
  profileId: 'list_target_profiles',
  dataSetId: 'list_data_sets',
  webhookId: 'list_webhooks',
  providerId: 'list_providers',
  viewId: 'list_views',
  orderId: 'list_standing_orders',
  templateId: 'list_templates',
  snippetId: 'list_snippets',
  attachments: 'list_files',
};

/** Fields that name a member of the workspace. */
const people = ['ownerId', 'userId'];

/** Choices for each ID field of the form. IDs of kinds with too many records for a list are typed in. */
export async function choicesFor(ctx: WebContext, deps: WebDeps, schema: Schema): Promise<Record<string, Choice[]>> {
  const names = new Set(idFieldsOf(schema));
  const entries = [...names].map(async (name) => [name, await choicesOf(ctx, deps, name)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function idFieldsOf(schema: Schema): string[] {
  return propertiesOf(schema).flatMap(([name, inner]) =>
    isKnown(name) ? [name] : idFieldsOf(withoutNull(inner).items ?? inner),
  );
}

/** Several records are chosen from the same list as one: mailboxIds, mailboxId. */
function singular(name: string): string {
  return name.replace(/Ids$/, 'Id');
}

function isKnown(name: string): boolean {
  return lists[singular(name)] !== undefined || people.includes(name);
}

export async function choicesOf(ctx: WebContext, deps: WebDeps, name: string): Promise<Choice[]> {
  if (people.includes(name)) {
    const members = await membersOf(memberIn(ctx).workspace.id);
    const active = members.filter(({ state }) => state === 'active');
    return active.map(({ userId, user }) => ({ value: userId, text: user?.name ?? userId }));
  }
  const list = lists[singular(name)]!;
  const found = await runReadNamed(ctx, deps, list, readNamed(list).isPaged ? { limit: choicesMax } : {});
  if (found.page?.nextCursor) return [];
  const label = typeOfField(name === 'attachments' ? 'fileId' : singular(name))!.label;
  return (found.data as Record<string, unknown>[]).map((record) => ({ value: String(record.id), text: label(record) }));
}
