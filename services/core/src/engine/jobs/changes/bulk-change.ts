import { type Static, Type } from 'typebox';
import { companyFields } from '../../../domain/companies/company-fields.ts';
import {
  type Changeable,
  deltaOf,
  type RecordDelta,
  withMarks,
} from '../../../domain/contacts/changes/record-delta.ts';
import { stages } from '../../../domain/contacts/contact.ts';
import { mergeCustomFields } from '../../../domain/contacts/contact-changes.ts';
import { contactFields } from '../../../domain/contacts/contact-fields.ts';
import { AppError, notFound } from '../../../errors/errors.ts';
import { Id, Nullable, OneOf, Text } from '../../../schema/schema.ts';
import type { ChangedType } from '../../../store/events/changes/change-set-store.ts';
import { findLists } from '../../../store/lists/list-store.ts';
import { canonicalTags } from '../../../store/lists/tag-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { customFieldsOf, requireCustomValues } from '../../fields/custom-fields.ts';
import { requireOwner } from '../../members/require-owner.ts';

const marksMax = 20;

function names(description: string) {
  const items = Text(50, 'Name of a tag.', { minLength: 1 });
  return Type.Optional(Type.Array(items, { minItems: 1, maxItems: marksMax, uniqueItems: true, description }));
}

function listIds(description: string) {
  const items = Id('lst', 'A static list.');
  return Type.Optional(Type.Array(items, { minItems: 1, maxItems: marksMax, uniqueItems: true, description }));
}

const shared = {
  addTags: names('Tags to add. New names become tags.'),
  removeTags: names('Tags to remove.'),
  addToLists: listIds('Lists to add them to.'),
  removeFromLists: listIds('Lists to remove them from.'),
  assignTo: Type.Optional(Nullable(Id('usr', 'Member in charge of them from now on. null: no one.'))),
};
const options = { additionalProperties: false, minProperties: 1, description: 'The change, the same for all.' };
const valuesByKey = 'Values by key. null clears.';

/** The same change for every selected contact. */
export const ContactChangeInput = Type.Object(
  {
    stage: Type.Optional(OneOf(stages, { description: 'The new stage. Some stages end open sequences.' })),
    suppress: Type.Optional(
      Type.Literal(true, { description: 'Suppress their addresses, too. The stage becomes do_not_contact.' }),
    ),
    customFields: Type.Optional({ ...contactFields.customFields.schema, description: valuesByKey }),
    ...shared,
  },
  options,
);

/** The same change for every selected company. */
export const CompanyChangeInput = Type.Object(
  { customFields: Type.Optional({ ...companyFields.customFields.schema, description: valuesByKey }), ...shared },
  options,
);

export type BulkChange = Static<typeof ContactChangeInput>;

/** Checks the change against the workspace, and uses its spelling of tags. */
export async function checkedChange(type: ChangedType, change: BulkChange, ctx: ActionContext): Promise<BulkChange> {
  requireApart(change, 'addTags', 'removeTags');
  requireApart(change, 'addToLists', 'removeFromLists');
  await requireLists(type, change, ctx);
  const { addTags, removeTags, customFields, assignTo } = change;
  if (customFields) requireCustomValues(await customFieldsOf(type, ctx), customFields);
  if (assignTo) await requireOwner(ctx.workspaceId, assignTo, 'change.assignTo');
  return {
    ...change,
    ...suppressed(change, ctx),
    ...(addTags && { addTags: await canonicalTags(ctx.workspaceId, addTags) }),
    ...(removeTags && { removeTags: await canonicalTags(ctx.workspaceId, removeTags) }),
  };
}

function suppressed({ suppress, stage }: BulkChange, { scopes }: ActionContext): Pick<BulkChange, 'stage'> {
  if (!suppress) return {};
  if (!scopes.includes('suppression:write'))
    throw new AppError('missing_scope', 'change.suppress needs suppression:write.', {
      missingScopes: ['suppression:write'],
    });
  if (stage === undefined || stage === 'do_not_contact') return { stage: 'do_not_contact' };
  const message = 'Suppressed people have the stage do_not_contact: omit stage.';
  throw new AppError('validation_failed', message, { field: 'change.stage' });
}

function requireApart(change: BulkChange, one: keyof BulkChange, other: keyof BulkChange): void {
  const both = ((change[one] ?? []) as string[]).find((each) => ((change[other] ?? []) as string[]).includes(each));
  if (both === undefined) return;
  throw new AppError('validation_failed', `${both} is in both ${one} and ${other}.`, { field: `change.${other}` });
}

async function requireLists(
  type: ChangedType,
  { addToLists = [], removeFromLists = [] }: BulkChange,
  ctx: ActionContext,
): Promise<void> {
  const ids = [...addToLists, ...removeFromLists];
  if (ids.length === 0) return;
  const found = new Map((await findLists(ctx.workspaceId, ids)).map((list) => [list.id, list]));
  for (const id of ids) {
    const list = found.get(id);
    if (list === undefined) throw notFound('list', id);
    if (list.kind === 'dynamic' || list.memberType !== type)
      throw new AppError(
        'invalid_state',
        `${list.name} is not a static list of ${type === 'contact' ? 'contacts' : 'companies'}.`,
      );
  }
}

/** Difference that the change makes to a record. */
export function deltaOfChange(record: Changeable, change: BulkChange): RecordDelta {
  const { stage, customFields, assignTo } = change;
  const { addTags = [], removeTags = [], addToLists = [], removeFromLists = [] } = change;
  return deltaOf(record, {
    stage,
    ownerId: assignTo === undefined ? record.ownerId : (assignTo ?? undefined),
    customFields: customFields ? mergeCustomFields(record.customFields ?? {}, customFields) : record.customFields,
    tags: withMarks(record.tags, { added: addTags, removed: removeTags }),
    listIds: withMarks(record.listIds, { added: addToLists, removed: removeFromLists }),
  });
}
