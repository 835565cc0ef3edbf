import { apiPrefix } from '../../actions/definition/define-action.ts';

export interface Place {
  href: string;
  text: string;
}

/** The places that are always in sight. */
const main: readonly Place[] = [
  { href: '/app', text: 'Home' },
  { href: '/app/replies', text: 'Inbox' },
  { href: '/app/approvals', text: 'To approve' },
  { href: '/app/campaigns', text: 'Campaigns' },
  { href: '/app/contacts', text: 'Contacts' },
  { href: '/app/companies', text: 'Companies' },
];

/** All other pages, by what they are about: a new page is one line here. */
const more: readonly { title: string; places: readonly Place[] }[] = [
  {
    title: 'Find and prepare',
    places: [
      { href: '/app/find', text: 'Find people' },
      { href: '/app/do/import_contacts', text: 'Import' },
      { href: '/app/do/start_contact_export', text: 'Export' },
      { href: '/app/lists', text: 'Lists' },
      { href: '/app/tags', text: 'Tags' },
      { href: '/app/scoring', text: 'Scoring' },
      { href: '/app/data-sets', text: 'Own data' },
      { href: '/app/searches', text: 'Searches' },
    ],
  },
  {
    title: 'Send',
    places: [
      { href: '/app/tasks', text: 'Tasks' },
      { href: '/app/messages', text: 'Messages' },
      { href: '/app/files', text: 'Files' },
      { href: '/app/enrollments', text: 'Enrollments' },
      { href: '/app/mailboxes', text: 'Mailboxes' },
      { href: '/app/suppression', text: 'Suppression list' },
      { href: '/app/sandbox', text: 'Sandbox' },
    ],
  },
  {
    title: 'Watch',
    places: [
      { href: '/app/agents', text: 'Agents' },
      { href: '/app/reports', text: 'Reports' },
      { href: '/app/jobs', text: 'Jobs' },
      { href: '/app/audit', text: 'Audit log' },
      { href: '/app/events', text: 'Events' },
      { href: '/app/credits', text: 'Credits' },
    ],
  },
  {
    title: 'Set up',
    places: [
      { href: '/app/integrations', text: 'Integrations' },
      { href: '/app/webhooks', text: 'Webhooks' },
      { href: '/app/members', text: 'Members' },
      { href: '/app/settings', text: 'Settings' },
      { href: '/app/autopilot', text: 'Autopilot' },
      { href: `${apiPrefix}/docs`, text: 'API reference' },
      { href: '/app/commands', text: 'Everything you can do' },
    ],
  },
];

/** Pages from which mail goes out: each has the emergency stop. */
const sending = ['campaigns', 'replies', 'approvals', 'messages', 'enrollments', 'mailboxes', 'sandbox'];

/** Pages that follow what happens while they are open. */
const live = ['replies', 'approvals', 'jobs', 'campaigns'];

/** What waits for a person at a place, by its address. */
export type PlaceCounts = Readonly<Record<string, string>>;

/** The navigation as a page at this path shows it. */
export function navigationAt(path: string, counts: PlaceCounts = {}) {
  const mark = (place: Place) => ({ ...place, isHere: isAt(place, path), count: counts[place.href] });
  return {
    main: main.map(mark),
    more: more.map(({ title, places }) => ({ title, places: places.map(mark) })),
    isInMore: more.some(({ places }) => places.some((place) => isAt(place, path))),
    isLive: isIn(live, path),
    isSending: isIn(sending, path),
  };
}

/** A page that people look at for what waits for them, or that follows it. */
export function isWatchedAt(path: string): boolean {
  return path === '/app' || isIn(live, path);
}

function isIn(areas: readonly string[], path: string): boolean {
  return areas.some((area) => isAt({ href: `/app/${area}`, text: '' }, path));
}

function isAt({ href }: Place, path: string): boolean {
  return path === href || (href !== '/app' && path.startsWith(`${href}/`));
}
