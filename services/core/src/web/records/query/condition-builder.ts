import type { WhereInput } from '../../../engine/fields/query/where-input.ts';
import { choicesOf } from '../../do/choices.ts';
import type { WebContext, WebDeps } from '../../frame/web-deps.ts';
import { type FilterField, labelOfField, valueInWords, waysToCompare } from './conditions.ts';

/** ID fields whose records can be chosen by name, and the kind of choices. */
export const chosenBy: Record<string, string> = {
  lists: 'listId',
  'company.lists': 'listId',
  campaigns: 'campaignId',
  campaignId: 'campaignId',
  mailbox: 'mailboxId',
  mailboxId: 'mailboxId',
  ownerId: 'ownerId',
  'company.ownerId': 'ownerId',
  'score.profileId': 'profileId',
};
/** Controls of the field being added or changed. */
export async function builderOf(
  ctx: WebContext,
  deps: WebDeps,
  fields: FilterField[],
  query: URLSearchParams,
  parts: WhereInput[],
) {
  const at = query.has('edit') ? Number(query.get('edit')) : Number(query.get('at') ?? parts.length);
  const part = query.has('edit') ? parts[at] : undefined;
  const inner = (part?.not as WhereInput | undefined) ?? part;
  const name = query.get('field') ?? inner?.field ?? query.get('add');
  const field = fields.find((one) => one.name === name);
  if (field === undefined) return null;
  const { value } = inner ?? {};
  const given = query.has('field') ? query.getAll('value') : (Array.isArray(value) ? value : [value ?? '']).map(String);
  const span = /^(\d+)([dhw])$/.exec(given[0] ?? '');
  const op = query.get('op') ?? (part?.not === undefined ? opOf(inner) : 'not_within');
  const choices = await choicesOfField(ctx, deps, field);
  return {
    field: field.name,
    label: labelOfField(field.name),
    type: field.type,
    at,
    operators: waysToCompare(field).map((one) => ({ ...one, isChosen: one.value === op })),
    values: given,
    count: query.get('count') ?? span?.[1] ?? '30',
    unit: query.get('unit') ?? span?.[2] ?? 'd',
    choices: choices?.map((choice) => ({ ...choice, isChosen: given.includes(choice.value) })),
  };
}

function opOf(condition: WhereInput | undefined): string | undefined {
  if (condition?.op !== 'exists') return condition?.op;
  return condition.value === false ? 'is_empty' : 'is_set';
}

async function choicesOfField(ctx: WebContext, deps: WebDeps, { name, type, allowedValues }: FilterField) {
  if (type === 'boolean')
    return [
      { value: 'true', text: 'Yes' },
      { value: 'false', text: 'No' },
    ];
  if (type === 'id') return choicesOf(ctx, deps, chosenBy[name]!);
  return allowedValues?.map((value) => ({ value, text: valueInWords(name, value) }));
}
