import { randomUUID } from 'node:crypto';
import { getCompany } from '../../actions/companies/get-company.ts';
import { updateContact } from '../../actions/contacts/changes/update-contact.ts';
import { type ContactDetail, getContact } from '../../actions/contacts/get-contact.ts';
import { addContactNote } from '../../actions/contacts/history/add-contact-note.ts';
import { getList } from '../../actions/lists/get-list.ts';
import { explainScore } from '../../actions/scoring/explain-score.ts';
import { contactFields } from '../../domain/contacts/contact-fields.ts';
import type { ContactView } from '../../engine/contacts/contact-view.ts';
import { whyNotEligible } from '../../engine/contacts/eligibility.ts';
import { sayNext } from '../chain/flash.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { fieldIn } from '../chain/read-form.ts';
import { requireRoleAtPage } from '../chain/require-role.ts';
import { type EditedRecord, editablePage, formsOfParts, type RefusedPart } from '../do/edit-in-place.ts';
import { refusalOf } from '../do/form-page.ts';
import { performAction, readAction } from '../do/perform-action.ts';
import { renderPage } from '../frame/render-page.ts';
import type { WebContext, WebDeps, WebRouter } from '../frame/web-deps.ts';
import { adviceOn } from '../records/eligibility.ts';
import { furtherFacts, furtherSettable } from '../records/further-facts.ts';
import { neighborsIn } from '../records/neighbors.ts';
import { commandsOn } from '../records/record-page.ts';
import { recordPages } from '../records/record-pages.ts';
import { fieldOrigins } from '../shown/field-origins.ts';
import { openTab } from './contact-tabs.ts';
import { peopleNearby } from './people-nearby.ts';
import { unlessGone } from './unless-gone.ts';

const contactsPage = recordPages.find(({ path }) => path === '/app/contacts')!;
const listsShownMax = 20;

/** Fields that are edited in place, by part. */
const parts = {
  company: ['companyName', 'companyDomain'],
  basis: ['declaredBasis', 'basisNote', 'noticeSentAt', 'doNotContact'],
  custom: ['customFields'],
};
// biome-ignore format: one part of the form per line.
const person = [
  'email', 'firstName', 'lastName', 'title', 'seniority', 'department', 'linkedinUrl', 'phones',
  'stage', 'location', 'timeZone', 'language', 'externalId',
];
/** Fields that the page shows in its own way, or that are not for people. */
// biome-ignore format: one group per line.
const placed = [
  ...person, ...Object.values(parts).flat(),
  'fullName', 'emailStatus', 'emailStatusCheckedAt', 'isTimeZoneInferred', 'tags', 'listIds', 'score',
  'companyId', 'source', 'sourceDetail', 'basisSetAt', 'lastContactedAt', 'lastRepliedAt', 'createdAt', 'updatedAt',
  'createdBy', 'duplicateOfId', 'isInvented', 'version', 'sources',
];

const edited: EditedRecord = {
  action: updateContact,
  idField: 'contactId',
  parts: { ...parts, person: [...person, ...furtherSettable(contactFields, placed)] },
};

export function contactPages(router: WebRouter, deps: WebDeps): void {
  editablePage(router, deps, edited, show);
  router.post('/app/contacts/:contactId/notes', requireRoleAtPage('member'), (ctx) => addNote(ctx, deps));
}

/** The key of the form makes a second click no second note. */
async function addNote(ctx: WebContext, deps: WebDeps): Promise<void> {
  const contactId = ctx.params.contactId!;
  const text = fieldIn(ctx, 'text');
  try {
    const idempotencyKey = fieldIn(ctx, '_key') || randomUUID();
    await performAction(ctx, deps, addContactNote, { contactId, text: text.trim() }, { idempotencyKey });
    sayNext(ctx, deps, 'Note added.');
    ctx.redirect(`/app/contacts/${contactId}`);
  } catch (error) {
    ctx.status = 422;
    const { errors, problem } = refusalOf(error);
    await show(ctx, deps, undefined, { text, problem: errors.text ?? problem });
  }
}

interface NoteForm {
  text: string;
  problem?: string;
}

async function show(ctx: WebContext, deps: WebDeps, refused?: RefusedPart, note?: NoteForm): Promise<void> {
  const contactId = ctx.params.contactId!;
  const contact = (await readAction(ctx, deps, getContact, { contactId })) as ContactDetail;
  const reason = await whyNotEligible(memberIn(ctx).workspace, contactId, deps);
  const obstacle = reason && (await adviceOn(ctx, deps, reason, contactId));
  if (ctx.query.drawer === '1') {
    const { suppression } = contact;
    return renderPage(ctx, 'contact-drawer', {
      contact,
      suppression,
      obstacle,
      ...(await openTab(ctx, deps, contactId)),
    });
  }
  await renderPage(ctx, 'contact', {
    contact,
    further: furtherFacts(contactFields, contact, placed),
    origins: fieldOrigins(contact.sources),
    company:
      contact.companyId && (await unlessGone(readAction(ctx, deps, getCompany, { companyId: contact.companyId }))),
    obstacle,
    suppression: contact.suppression,
    ...(await peopleNearby(ctx, deps, contact)),
    lists: await listsOf(contact, ctx, deps),
    score: contact.score && (await readAction(ctx, deps, explainScore, { recordId: contactId })),
    note: { key: randomUUID(), ...note },
    neighbors: await neighborsIn(ctx, deps, contactsPage, contactId),
    ...(await openTab(ctx, deps, contactId)),
    commands: commandsOn('contactId', contactId, `/app/contacts/${contactId}`),
    edit: await formsOfParts(ctx, deps, edited, contact, refused),
  });
}

async function listsOf({ listIds }: ContactView, ctx: WebContext, deps: WebDeps) {
  const shown = listIds.slice(0, listsShownMax);
  const found = await Promise.all(shown.map((listId) => unlessGone(readAction(ctx, deps, getList, { listId }))));
  return found.filter((list) => list !== null);
}
