import { Type } from 'typebox';
import { countOutcomes, describeCounts, itemOutcomes } from '../../../domain/jobs/job.ts';
import { counted } from '../../../domain/text/counted.ts';
import { checkFacts } from '../../../engine/contacts/bulk/check-facts.ts';
import { describeUpserts } from '../../../engine/contacts/bulk/describe-upserts.ts';
import { existingRules, planUpserts, type UpsertItem } from '../../../engine/contacts/bulk/plan-upserts.ts';
import { requireContactList } from '../../../engine/contacts/bulk/require-contact-list.ts';
import { storeUpserts } from '../../../engine/contacts/bulk/store-upserts.ts';
import { contactFactProperties } from '../../../engine/contacts/contact-facts.ts';
import { ForeignName } from '../../../schema/foreign.ts';
import { outcomeCounts } from '../../../schema/record-parts.ts';
import { Id, Input, Nullable, OneOf, Text } from '../../../schema/schema.ts';
import { defineWrite } from '../../definition/define-action.ts';

const itemsMax = 1_000;

const Item = Type.Object(
  {
    ...contactFactProperties,
    tags: Type.Optional(Type.Array(Text(50, 'Tag.'), { maxItems: 20, description: 'Tags to add.' })),
  },
  { additionalProperties: false, minProperties: 1 },
);

export const upsertContacts = defineWrite({
  name: 'upsert_contacts',
  title: 'Create or update many contacts',
  summary: 'Create or update up to 1,000 contacts.',
  description:
    'Creates or updates up to 1,000 contacts in one request. An item matches a stored contact by email, or ' +
    'else by externalId; otherwise it is created. Each item has its outcome: created, updated, unchanged, ' +
    'skipped (exists, duplicate), or failed (code, field, message). A failed item does not affect the others. ' +
    'onExisting decides about stored contacts: update overwrites with the given values, fill_missing adds ' +
    'only missing ones, and skip keeps them. For more contacts, use import_contacts.',
  method: 'post',
  path: '/contacts/bulk',
  scope: 'contacts:write',
  effect: 'write',
  input: Input({
    contacts: Type.Array(Item, { minItems: 1, maxItems: itemsMax, description: 'Contacts, as in create_contact.' }),
    onExisting: Type.Optional(
      OneOf(existingRules, { default: 'update', description: 'Handling of contacts that are already stored.' }),
    ),
    tags: Type.Optional(Type.Array(Text(50, 'Tag.'), { maxItems: 20, description: 'Tags for all of them.' })),
    listId: Type.Optional(Id('lst', 'Static list to which all of them are added.')),
    sourceDetail: Type.Optional(Text(300, 'Exact origin of the data (GDPR Art. 14).')),
  }),
  output: Type.Object({
    counts: Type.Object(outcomeCounts, { description: 'Number of items by outcome.' }),
    results: Type.Array(
      Type.Object({
        item: Type.Integer({ description: 'Position in the request, from 1.' }),
        outcome: OneOf(itemOutcomes, { description: 'Outcome of the item.' }),
        contactId: Nullable(Type.String({ description: 'The contact.' })),
        reason: Nullable(Type.String({ description: 'Reason for the skip or failure.' })),
        field: Nullable(Type.String({ description: 'Field to correct.' })),
        message: Nullable(ForeignName(Type.String({ description: 'Description of the problem.' }))),
      }),
      { description: 'One item per contact, in the given order.' },
    ),
  }),
  errors: ['not_found', 'invalid_state'],
  example: { contacts: [{ email: 'ada@analytical.example', firstName: 'Ada' }], onExisting: 'fill_missing' },

  async plan({ contacts, onExisting = 'update', tags = [], listId, sourceDetail }, ctx) {
    if (listId !== undefined) await requireContactList(listId, ctx);
    const items: UpsertItem[] = contacts.map(({ tags: own, ...facts }, index) => ({
      item: index + 1,
      tags: own,
      ...checkFacts(facts),
    }));
    const source = ctx.via === 'mcp' ? ('mcp' as const) : ('api' as const);
    const options = { onExisting, tags, listId, sourceDetail, source };
    const planned = await planUpserts(items, options, ctx);
    const summary = `Of ${counted(contacts.length, 'contact')}: ${describeCounts(countOutcomes(planned))} (planned).`;
    const shown = await describeUpserts(planned, ctx);
    return { summary, ...shown, warnings: [], state: { planned, options } };
  },

  async run(_input, { state: { planned, options } }, ctx) {
    const ids = await storeUpserts(planned, options, ctx);
    const results = planned.map(({ item, outcome, problem }) => ({
      item,
      outcome,
      contactId: ids.get(item) ?? null,
      reason: problem?.code ?? null,
      field: problem?.field ?? null,
      message: problem?.message ?? null,
    }));
    const counts = countOutcomes(planned);
    const summary = `Of ${counted(planned.length, 'contact')}: ${describeCounts(counts)}.`;
    return { data: { counts, results }, summary, subjectIds: [...ids.values()] };
  },
});
