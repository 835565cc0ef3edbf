import { getContact } from '../../actions/contacts/get-contact.ts';
import { listContacts } from '../../actions/contacts/list-contacts.ts';
import { readAction } from '../do/perform-action.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { unlessGone } from './unless-gone.ts';

const colleaguesMax = 3;
const fields = ['id', 'fullName', 'email', 'title', 'stage', 'doNotContact'] as const;

interface Person {
  id: string;
  companyId: string | null;
  duplicateOfId: string | null;
}

/** Other contacts of the same company, and a contact that may be the same person. */
export async function peopleNearby(ctx: WebContext, deps: WebDeps, { id, companyId, duplicateOfId }: Person) {
  const limit = colleaguesMax + 1;
  const found = companyId ? await readAction(ctx, deps, listContacts, { companyId, limit, fields: [...fields] }) : [];
  return {
    colleagues: found.filter((one) => one.id !== id).slice(0, colleaguesMax),
    hasMoreColleagues: found.length === limit,
    duplicate: duplicateOfId && (await unlessGone(readAction(ctx, deps, getContact, { contactId: duplicateOfId }))),
  };
}
