import { contactQuery } from '../../actions/contacts/contact-filter.ts';
import { type ContactView, toContactView } from '../../actions/contacts/contact-view.ts';
import { getContact } from '../../actions/contacts/get-contact.ts';
import { getContactTimeline } from '../../actions/contacts/history/get-contact-timeline.ts';
import { listContactNotes } from '../../actions/contacts/history/list-contact-notes.ts';
import { explainScore } from '../../actions/scoring/explain-score.ts';
import { emailStatuses, stages } from '../../domain/crm/contact.ts';
import { findCompany } from '../../store/crm/company-store.ts';
import { listContacts } from '../../store/crm/contact-store.ts';
import { findList } from '../../store/crm/list-store.ts';
import { findSuppressed } from '../../store/mail/suppression-store.ts';
import { memberIn, requireMember } from '../chain/load-visitor.ts';
import { choiceIn, given, pagedList, searchIn } from '../paged-list.ts';
import { readAction } from '../perform-action.ts';
import { renderPage } from '../render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../web-deps.ts';

const shownMax = 50;
const listsShownMax = 20;

export const contactPages = (router: WebRouter, deps: WebDeps): void => {
  router.get('/app/contacts', requireMember, (ctx) => showList(ctx, deps));
  router.get('/app/contacts/:contactId', requireMember, (ctx) => show(ctx, deps));
};

async function showList(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const stage = choiceIn(ctx, 'stage', stages);
  const emailStatus = choiceIn(ctx, 'emailStatus', emailStatuses);
  const filter = given({ q: searchIn(ctx), stage, emailStatus });
  const page = await pagedList(ctx, deps, filter, (request) =>
    listContacts(workspace.id, contactQuery(filter), request),
  );
  const isFiltered = Object.keys(filter).length > 0;
  const contacts = page.items.map(toContactView);
  await renderPage(ctx, 'contacts', { ...page, contacts, filter, isFiltered, stages, emailStatuses });
}

async function show(ctx: WebContext, deps: WebDeps): Promise<void> {
  const { workspace } = memberIn(ctx);
  const contactId = ctx.params.contactId!;
  const contact = (await readAction(ctx, deps, getContact, { contactId })) as ContactView;
  await renderPage(ctx, 'contact', {
    contact,
    company: contact.companyId && (await findCompany(workspace.id, contact.companyId)),
    suppression: await suppressionOf(contact, workspace.id, deps),
    lists: await listsOf(contact, workspace.id),
    score: contact.score && (await readAction(ctx, deps, explainScore, { recordId: contactId })),
    notes: await readAction(ctx, deps, listContactNotes, { contactId, limit: shownMax }),
    timeline: await readAction(ctx, deps, getContactTimeline, { contactId, limit: shownMax }),
    shownMax,
  });
}

/** Why the address may not be written to, whatever the contact itself says. */
const suppressionOf = async ({ email }: ContactView, workspaceId: string, { config }: WebDeps) =>
  email === null ? undefined : (await findSuppressed(workspaceId, [email], config.secretKey)).get(email);

const listsOf = async ({ listIds }: ContactView, workspaceId: string) => {
  const found = await Promise.all(listIds.slice(0, listsShownMax).map((listId) => findList(workspaceId, listId)));
  return found.filter((list) => list !== null);
};
