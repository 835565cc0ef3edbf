import { Type } from 'typebox';
import { AppError } from '../../../errors.ts';
import { findFirstContacts } from '../../../store/crm/contact-bulk-store.ts';
import { type ContactRecord, findContacts } from '../../../store/crm/contact-store.ts';
import type { ActionContext } from '../../action-context.ts';
import { type ContactFilter, contactFilterProperties } from '../../contacts/contact-filter.ts';
import { resolveContactFilter } from '../../contacts/resolve-contact-filter.ts';
import { Id } from '../../schema.ts';

export const contactIdsMax = 1_000;
/** By list or filter: more at once would make one transaction too large. */
export const selectedContactsMax = 5_000;

/** The three ways to say which contacts are meant. */
export const contactSelection = {
  contactIds: Type.Optional(
    Type.Array(Id('con', 'Contact.'), {
      minItems: 1,
      maxItems: contactIdsMax,
      description: `These contacts, at most ${contactIdsMax}.`,
    }),
  ),
  listId: Type.Optional(Id('lst', 'All members of this list.')),
  filter: Type.Optional(
    Type.Object(contactFilterProperties, {
      additionalProperties: false,
      minProperties: 1,
      description: 'All contacts that match, with the filters of list_contacts.',
    }),
  ),
};

export interface ContactSelection {
  contactIds?: string[];
  listId?: string;
  filter?: ContactFilter;
}

/** The contacts meant, and the ids asked for (of which some may not exist). */
export const selectContacts = async (
  { contactIds, listId, filter }: ContactSelection,
  ctx: ActionContext,
): Promise<{ contactIds: string[]; contacts: ContactRecord[] }> => {
  const given = [contactIds, listId, filter].filter((way) => way !== undefined);
  if (given.length !== 1) {
    throw new AppError('validation_failed', 'Give exactly one of contactIds, listId and filter.', {
      field: 'contactIds',
    });
  }
  if (contactIds !== undefined) return { contactIds, contacts: await findContacts(ctx.workspaceId, contactIds) };
  const query = await resolveContactFilter(filter ?? { listId }, ctx);
  const items = await findFirstContacts(ctx.workspaceId, query, selectedContactsMax + 1);
  if (items.length > selectedContactsMax) {
    throw new AppError('validation_failed', `More than ${selectedContactsMax} contacts match: narrow the filter.`, {
      field: filter === undefined ? 'listId' : 'filter',
    });
  }
  return { contactIds: items.map(({ id }) => id), contacts: items };
};
