import { listEnrollments } from '../../actions/campaigns/enrollments/list-enrollments.ts';
import { getContactTimeline } from '../../actions/contacts/history/get-contact-timeline.ts';
import { listContactNotes } from '../../actions/contacts/history/list-contact-notes.ts';
import { listAudit } from '../../actions/events/audit/list-audit.ts';
import { listMessages } from '../../actions/messages/list-messages.ts';
import { listFacts } from '../../actions/prospects/facts/list-facts.ts';
import { countsAboutContact } from '../../engine/contacts/contact-counts.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { readAction } from '../do/perform-action.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';

const shownMax = 50;
/** Entries of the activity that the page begins with. */
const entriesMax = 20;

type Read = (ctx: WebContext, deps: WebDeps, contactId: string) => Promise<Record<string, unknown>>;

interface Tab {
  text: string;
  /** Kind of record that the tab counts. */
  of?: keyof Awaited<ReturnType<typeof countsAboutContact>>;
  read: Read;
}

const tabs: Readonly<Record<string, Tab>> = {
  activity: {
    text: 'Activity',
    read: async (ctx, deps, contactId) => ({
      timeline: await readAction(ctx, deps, getContactTimeline, { contactId, limit: entriesMax }),
      entriesMax,
    }),
  },
  messages: {
    text: 'Messages',
    of: 'message',
    read: async (ctx, deps, contactId) => ({
      messages: await readAction(ctx, deps, listMessages, { contactId, limit: shownMax }),
    }),
  },
  enrollments: { text: 'Enrollments', of: 'enrollment', read: enrollmentsOf },
  facts: {
    text: 'Facts',
    of: 'fact',
    read: async (ctx, deps, contactId) => ({
      facts: await readAction(ctx, deps, listFacts, { subjectId: contactId, limit: shownMax }),
    }),
  },
  notes: {
    text: 'Notes',
    of: 'note',
    read: async (ctx, deps, contactId) => ({
      notes: await readAction(ctx, deps, listContactNotes, { contactId, limit: shownMax }),
    }),
  },
  history: {
    text: 'History',
    read: async (ctx, deps, contactId) => ({
      history: await readAction(ctx, deps, listAudit, { subjectId: contactId, limit: shownMax }),
    }),
  },
};

async function enrollmentsOf(ctx: WebContext, deps: WebDeps, contactId: string) {
  const enrollments = await readAction(ctx, deps, listEnrollments, { contactId, limit: shownMax });
  const ids = enrollments.map(({ campaignId }) => campaignId);
  const names = await namesOfRecords(memberIn(ctx).workspace.id, ids);
  return { enrollments: enrollments.map((one) => ({ ...one, campaign: names.get(one.campaignId) })) };
}

/** Tabs of a contact's page, with their counts, and the contents of the open one. */
export async function openTab(ctx: WebContext, deps: WebDeps, contactId: string): Promise<Record<string, unknown>> {
  const wanted = String(ctx.query.tab ?? '');
  const open = Object.hasOwn(tabs, wanted) ? wanted : 'activity';
  const counts = await countsAboutContact(memberIn(ctx).workspace.id, contactId);
  const path = `/app/contacts/${contactId}`;
  return {
    tab: open,
    tabs: Object.entries(tabs).map(([name, { text, of }]) => ({
      text,
      count: of && counts[of] > 0 ? counts[of] : undefined,
      href: name === 'activity' ? path : `${path}?tab=${name}`,
      isHere: name === open,
    })),
    shownMax,
    ...(await tabs[open]!.read(ctx, deps, contactId)),
  };
}
