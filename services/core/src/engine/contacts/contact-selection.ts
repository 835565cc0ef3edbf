import { Type } from 'typebox';
import { AppError } from '../../errors/errors.ts';
import { Id, Named } from '../../schema/schema.ts';
import { type ContactQuery, countContacts } from '../../store/contacts/contact-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { type WhereInput, WhereOfFilter } from '../fields/query/where-input.ts';
import { type ContactFilter, contactFilterProperties } from './contact-filter.ts';
import { resolveContactFilter } from './resolve-contact-filter.ts';

/** Limit for a list or filter in a job that costs credits. */
const jobContactsMax = 100_000;

const ContactFilterInput = Named(
  'ContactFilter',
  Type.Object(contactFilterProperties, {
    additionalProperties: false,
    minProperties: 1,
    description: 'Filters of list_contacts.',
  }),
);

/** Four ways to select contacts. */
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
    where: Type.Optional(WhereOfFilter),
  };
}

export interface ContactSelection {
  contactIds?: string[];
  listId?: string;
  filter?: ContactFilter;
  where?: WhereInput;
}

export function requireOneWay({ contactIds, listId, filter, where }: ContactSelection): void {
  if ([contactIds, listId, filter, where].filter((way) => way !== undefined).length === 1) return;
  throw new AppError('validation_failed', 'Give exactly one of contactIds, listId, where, and filter.', {
    field: 'contactIds',
  });
}

/** The selection method in use. */
export function wayOf({ contactIds, listId, where }: ContactSelection): 'contactIds' | 'listId' | 'where' | 'filter' {
  if (contactIds !== undefined) return 'contactIds';
  if (listId !== undefined) return 'listId';
  return where === undefined ? 'filter' : 'where';
}

/** The selection as one filter. */
export function filterOf({ listId, filter, where }: ContactSelection): ContactFilter {
  return where === undefined ? (filter ?? { listId }) : { where };
}

/** Query for the selected contacts. */
export async function selectionQuery(selection: ContactSelection, ctx: ActionContext): Promise<ContactQuery> {
  const { contactIds } = selection;
  return contactIds === undefined
    ? resolveContactFilter(filterOf(selection), ctx)
    : { filter: { _id: { $in: contactIds } } };
}

/** Number of contacts for a job. Throws if it is zero or over the limit. */
export async function countForJob(
  query: ContactQuery,
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
export async function addressedContacts(selection: ContactSelection, ctx: ActionContext): Promise<ContactQuery> {
  const query = await selectionQuery(selection, ctx);
  return { ...query, filter: { $and: [query.filter, { email: { $exists: true } }] } };
}
