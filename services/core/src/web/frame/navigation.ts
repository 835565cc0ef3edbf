/** A page with its own entry in the navigation, and its icon. */
export interface Place {
  href: string;
  text: string;
  icon: string;
  /** Other paths that belong to this place. */
  also?: readonly string[];
  /** True if it appears on the bottom bar of phones. */
  isOnBar?: boolean;
  /** Contents of the page, for the search in the settings. */
  words?: string;
}

interface Group {
  title: string;
  places: readonly Place[];
}

/** The sidebar: its groups, in order. */
const side: readonly Group[] = [
  {
    title: '',
    places: [
      { href: '/app', text: 'Home', icon: 'house', isOnBar: true },
      { href: '/app/inbox', text: 'Inbox', icon: 'inbox', isOnBar: true, also: ['/app/replies'] },
      { href: '/app/approvals', text: 'Approvals', icon: 'circle-check-big', isOnBar: true },
      { href: '/app/tasks', text: 'Tasks', icon: 'list-todo' },
    ],
  },
  {
    title: 'Outreach',
    places: [
      {
        href: '/app/campaigns',
        text: 'Campaigns',
        icon: 'send',
        isOnBar: true,
        also: ['/app/messages', '/app/enrollments'],
      },
      { href: '/app/mailboxes', text: 'Mailboxes', icon: 'mail' },
      { href: '/app/reports', text: 'Reports', icon: 'chart-no-axes-column' },
    ],
  },
  {
    title: 'People',
    places: [
      { href: '/app/contacts', text: 'Contacts', icon: 'users' },
      { href: '/app/companies', text: 'Companies', icon: 'building-2' },
      { href: '/app/lists', text: 'Lists', icon: 'list' },
      { href: '/app/find', text: 'Find people', icon: 'user-search', also: ['/app/searches'] },
    ],
  },
];

const settings: readonly Group[] = [
  {
    title: 'Workspace',
    places: [
      {
        href: '/app/settings',
        text: 'General',
        icon: 'settings-2',
        words: 'workspace name, sender name, postal address, time zone, sending window, stop sending, erase workspace',
      },
      {
        href: '/app/autopilot',
        text: 'Autopilot and limits',
        icon: 'gauge',
        words: 'automatic answers, launches without approval, answers per day, quiet hours, people per day',
      },
      {
        href: '/app/members',
        text: 'Members',
        icon: 'users',
        words: 'invite, role, owner, admin, daily limits, hand over the workspace',
      },
      {
        href: '/app/integrations',
        text: 'Integrations',
        icon: 'plug',
        words: 'API keys, MCP clients, connected apps, scopes, API reference, admitted clients',
      },
      { href: '/app/webhooks', text: 'Webhooks', icon: 'webhook', words: 'events, deliveries, signing secret' },
    ],
  },
  {
    title: 'Contact data',
    places: [
      { href: '/app/tags', text: 'Tags', icon: 'tag', words: 'labels of contacts and companies' },
      { href: '/app/suppression', text: 'Suppression', icon: 'ban', words: 'unsubscribed, do not contact, domains' },
      { href: '/app/scoring', text: 'Scoring', icon: 'target', words: 'target profiles, criteria, weights' },
      { href: '/app/data-sets', text: 'Data sources', icon: 'database', words: 'your own lists of people for search' },
      { href: '/app/files', text: 'Files', icon: 'file', words: 'attachments' },
    ],
  },
  {
    title: 'Record keeping',
    places: [
      { href: '/app/jobs', text: 'Jobs', icon: 'activity', words: 'imports, exports, verification, progress' },
      { href: '/app/audit', text: 'Audit log', icon: 'scroll-text', words: 'who did what' },
      { href: '/app/events', text: 'Events', icon: 'zap', words: 'everything that happened' },
      { href: '/app/credits', text: 'Credits', icon: 'credit-card', words: 'balance, ledger, prices' },
    ],
  },
  {
    title: 'You',
    places: [
      {
        href: '/app/profile',
        text: 'Profile',
        icon: 'circle-user-round',
        words: 'theme, light, dark, density, appearance',
      },
      {
        href: '/app/security',
        text: 'Sign-in and security',
        icon: 'key-round',
        also: ['/app/password'],
        words: 'password, two-step sign-in, passkeys, sessions, recovery codes',
      },
      {
        href: '/app/notifications',
        text: 'Notifications',
        icon: 'bell',
        words: 'email, browser notifications, reply, approval',
      },
    ],
  },
];

const settingsPlaces = settings.flatMap(({ places }) => places);

/** The end of the sidebar. The settings entry is also current on the individual settings pages. */
const end: readonly Place[] = [
  { href: '/app/sandbox', text: 'Sandbox', icon: 'flask-conical' },
  { href: '/app/agents', text: 'Agents', icon: 'bot' },
  { href: '/app/settings', text: 'Settings', icon: 'settings-2', also: settingsPlaces.flatMap(addressesOf) },
];

/** Every page with a place in the navigation, and the pages reached from one of them. */
export const allPlaces: readonly string[] = [
  ...new Set([...side.flatMap(({ places }) => places), ...end, ...settingsPlaces].flatMap(({ href }) => href)),
  '/app/messages',
  '/app/enrollments',
  '/app/searches',
  '/app/commands',
  '/app/search',
  '/app/menu',
  '/app/settings/all',
];

/** Pages that update while they are open. */
const live = ['/app/inbox', '/app/replies', '/app/approvals', '/app/jobs', '/app/campaigns'];

/** Number of pending items at a place, by path. */
export type PlaceCounts = Readonly<Record<string, string>>;

/** Places whose count needs this person's action. Other counts only inform. */
const due = new Set(['/app/inbox', '/app/approvals']);

/** The navigation as a page at this path shows it. */
export function navigationAt(path: string, counts: PlaceCounts = {}) {
  const mark = (place: Place) => ({
    ...place,
    isHere: isAt(place, path),
    count: counts[place.href],
    isDue: due.has(place.href) && counts[place.href] !== undefined,
  });
  const marked = ({ title, places }: Group) => ({ title, places: places.map(mark) });
  return {
    side: side.map(marked),
    end: end.map(mark),
    settings: settings.map(marked),
    isInSettings: settingsPlaces.some((place) => isAt(place, path)) || path === '/app/settings/all',
    isLive: live.some((href) => isIn(href, path)),
  };
}

/** The settings whose name or contents match, by group. */
export function settingsMatching(search: string) {
  const words = search.toLowerCase().split(/\s+/);
  const fits = ({ text, words: own = '' }: Place) =>
    words.every((word) => `${text} ${own}`.toLowerCase().includes(word));
  return settings
    .map(({ title, places }) => ({ title, places: places.filter(fits) }))
    .filter(({ places }) => places.length > 0);
}

/** True for a page that people open for its pending work or that tracks such work. */
export function isWatchedAt(path: string): boolean {
  return path === '/app' || live.some((href) => isIn(href, path));
}

function addressesOf({ href, also = [] }: Place): string[] {
  return [href, ...also];
}

function isAt(place: Place, path: string): boolean {
  return addressesOf(place).some((href) => isIn(href, path, place.href === '/app' || href === '/app/settings'));
}

function isIn(href: string, path: string, isExact = false): boolean {
  return path === href || (!isExact && path.startsWith(`${href}/`));
}
