import { type ContactSelection, requireOneWay, selectionQuery } from '../../../engine/contacts/contact-selection.ts';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { AppError } from '../../../errors/errors.ts';
import { type ContactRecord, findContacts, findFirstContacts } from '../../../store/contacts/contact-store.ts';

/** Maximum contacts selected by list or filter. More would make one transaction too large. */
const selectedContactsMax = 5_000;

/** Selected contacts, with the requested IDs (some may not exist). */
export async function selectContacts(
  selection: ContactSelection,
  ctx: ActionContext,
): Promise<{ contactIds: string[]; contacts: ContactRecord[] }> {
  requireOneWay(selection);
  const { contactIds, filter } = selection;
  if (contactIds !== undefined) return { contactIds, contacts: await findContacts(ctx.workspaceId, contactIds) };
  const items = await findFirstContacts(ctx.workspaceId, await selectionQuery(selection, ctx), selectedContactsMax + 1);
  if (items.length > selectedContactsMax) {
    throw new AppError('validation_failed', `More than ${selectedContactsMax} contacts match: narrow the filter.`, {
      field: filter === undefined ? 'listId' : 'filter',
    });
  }
  return { contactIds: items.map(({ id }) => id), contacts: items };
}
