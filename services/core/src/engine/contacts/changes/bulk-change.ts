import { type Static, Type } from 'typebox';
import {
  type Changeable,
  type ContactDelta,
  deltaOf,
  withMarks,
} from '../../../domain/contacts/changes/contact-delta.ts';
import { stages } from '../../../domain/contacts/contact.ts';
import { mergeCustomFields } from '../../../domain/contacts/contact-changes.ts';
import { contactFields } from '../../../domain/contacts/contact-fields.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Id, OneOf, Text } from '../../../schema/schema.ts';
import { findLists } from '../../../store/lists/list-store.ts';
import { canonicalTags } from '../../../store/lists/tag-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { requireRules } from '../contact-rules.ts';

const marksMax = 20;

function names(description: string) {
  const items = Text(50, 'Name of a tag.', { minLength: 1 });
  return Type.Optional(Type.Array(items, { minItems: 1, maxItems: marksMax, uniqueItems: true, description }));
}

function listIds(description: string) {
  const items = Id('lst', 'A static list of contacts.');
  return Type.Optional(Type.Array(items, { minItems: 1, maxItems: marksMax, uniqueItems: true, description }));
}

/** The same change for every selected contact. */
export const BulkChangeInput = Type.Object(
  {
    stage: Type.Optional(OneOf(stages, { description: 'The new stage. Some stages end open sequences.' })),
    customFields: Type.Optional({ ...contactFields.customFields.schema, description: 'Values by key. null clears.' }),
    addTags: names('Tags to add. New names become tags.'),
    removeTags: names('Tags to remove.'),
    addToLists: listIds('Lists to add them to.'),
    removeFromLists: listIds('Lists to remove them from.'),
  },
  { additionalProperties: false, minProperties: 1, description: 'The change, the same for all.' },
);

export type BulkChange = Static<typeof BulkChangeInput>;

/** Checks the change against the workspace, and uses its spelling of tags. */
export async function checkedChange(change: BulkChange, ctx: ActionContext): Promise<BulkChange> {
  requireApart(change, 'addTags', 'removeTags');
  requireApart(change, 'addToLists', 'removeFromLists');
  await requireLists(change, ctx);
  // Any contact will do: the rules about custom fields depend on the values alone.
  if (change.customFields) await requireRules({ ...somebody, customFields: change.customFields }, null, ctx);
  const { addTags, removeTags } = change;
  return {
    ...change,
    ...(addTags && { addTags: await canonicalTags(ctx.workspaceId, addTags) }),
    ...(removeTags && { removeTags: await canonicalTags(ctx.workspaceId, removeTags) }),
  };
}

const somebody = { firstName: 'A', lastName: 'B', companyDomain: 'c.invalid', phones: [] };

function requireApart(change: BulkChange, one: keyof BulkChange, other: keyof BulkChange): void {
  const both = ((change[one] ?? []) as string[]).find((each) => ((change[other] ?? []) as string[]).includes(each));
  if (both === undefined) return;
  throw new AppError('validation_failed', `${both} is in both ${one} and ${other}.`, { field: `change.${other}` });
}

async function requireLists({ addToLists = [], removeFromLists = [] }: BulkChange, ctx: ActionContext): Promise<void> {
  const ids = [...addToLists, ...removeFromLists];
  if (ids.length === 0) return;
  const found = new Map((await findLists(ctx.workspaceId, ids)).map((list) => [list.id, list]));
  for (const id of ids) {
    const list = found.get(id);
    if (list === undefined) throw notFound('list', id);
    if (list.kind === 'dynamic' || list.memberType !== 'contact')
      throw new AppError('invalid_state', `${list.name} is not a static list of contacts.`);
  }
}

/** Difference that the change makes to a contact. */
export function deltaOfChange(contact: Changeable, change: BulkChange): ContactDelta {
  const { stage, customFields, addTags = [], removeTags = [], addToLists = [], removeFromLists = [] } = change;
  return deltaOf(contact, {
    stage,
    ...(customFields && { customFields: mergeCustomFields(contact.customFields ?? {}, customFields) }),
    tags: withMarks(contact.tags, { added: addTags, removed: removeTags }),
    listIds: withMarks(contact.listIds, { added: addToLists, removed: removeFromLists }),
  });
}
