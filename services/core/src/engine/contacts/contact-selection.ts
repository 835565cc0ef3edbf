import { Type } from 'typebox';
import { AppError } from '../../errors/errors.ts';
import { Id, Named } from '../../schema/schema.ts';
import { countContacts } from '../../store/contacts/contact-bulk-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { type ContactFilter, contactFilterProperties } from './contact-filter.ts';
import { resolveContactFilter } from './resolve-contact-filter.ts';

/** Limit for a list or filter in a job that costs credits. */
const jobContactsMax = 100_000;

const ContactFilterInput = Named(
  'ContactFilter',
  Type.Object(contactFilterProperties, {
    additionalProperties: false,
    minProperties: 1,
    description: 'All contacts that match, with the filters of list_contacts.',
  }),
);

/** Three ways to select contacts. */
export function contactSelection(idsMax: number) {
  return {
    contactIds: Type.Optional(
      Type.Array(Id('con', 'A contact.'), {
        minItems: 1,
        maxItems: idsMax,
        uniqueItems: true,
        description: `These contacts, at most ${idsMax}.`,
      }),
    ),
    listId: Type.Optional(Id('lst', 'All members of this list.')),
    filter: Type.Optional(ContactFilterInput),
  };
}

export interface ContactSelection {
  contactIds?: string[];
  listId?: string;
  filter?: ContactFilter;
}

export function requireOneWay({ contactIds, listId, filter }: ContactSelection): void {
  if ([contactIds, listId, filter].filter((way) => way !== undefined).length === 1) return;
  throw new AppError('validation_failed', 'Give exactly one of contactIds, listId and filter.', {
    field: 'contactIds',
  });
}

/** The selection method in use. */
export function wayOf({ contactIds, listId }: ContactSelection): 'contactIds' | 'listId' | 'filter' {
  if (contactIds !== undefined) return 'contactIds';
  return listId === undefined ? 'filter' : 'listId';
}

/** Store query for the selected contacts. */
export function selectionQuery(
  { contactIds, listId, filter }: ContactSelection,
  ctx: ActionContext,
): Promise<Record<string, unknown>> {
  return contactIds === undefined
    ? resolveContactFilter(filter ?? { listId }, ctx)
    : Promise.resolve({ _id: { $in: contactIds } });
}

/** Number of contacts for a job. Throws if it is zero or over the limit. */
export async function countForJob(
  query: Record<string, unknown>,
  noneFits: { message: string; field: string },
  ctx: ActionContext,
  contactsMax = jobContactsMax,
): Promise<number> {
  const total = await countContacts(ctx.workspaceId, query, contactsMax + 1);
  if (total === 0) throw new AppError('validation_failed', noneFits.message, { field: noneFits.field });
  if (total <= contactsMax) return total;
  throw new AppError('validation_failed', `More than ${contactsMax} contacts match: narrow the filter.`, {
    field: noneFits.field,
  });
}

/** Store query for the selected contacts that have an email address. */
export async function addressedContacts(selection: ContactSelection, ctx: ActionContext) {
  return {
    $and: [await selectionQuery(selection, ctx), { email: { $exists: true } }],
  };
}
