/** A page that has a place of its own, with its icon. */
export interface Place {
  href: string;
  text: string;
  icon: string;
  /** Keys that open the page, one after the other. */
  key?: string;
  /** Other addresses that belong to this place. */
  also?: readonly string[];
  /** On the bar at the bottom of a phone. */
  isOnBar?: boolean;
  /** What is set there, for the search in the settings. */
  words?: string;
}

export interface Group {
  title: string;
  places: readonly Place[];
}

/** The sidebar: its groups, in their order. */
export const side: readonly Group[] = [
  {
    title: '',
    places: [
      { href: '/app', text: 'Home', icon: 'house', key: 'g h', isOnBar: true },
      { href: '/app/inbox', text: 'Inbox', icon: 'inbox', key: 'g i', isOnBar: true, also: ['/app/replies'] },
      { href: '/app/approvals', text: 'Approvals', icon: 'circle-check-big', key: 'g a', isOnBar: true },
      { href: '/app/tasks', text: 'Tasks', icon: 'list-todo', key: 'g t' },
    ],
  },
  {
    title: 'Outreach',
    places: [
      {
        href: '/app/campaigns',
        text: 'Campaigns',
        icon: 'send',
        key: 'g c',
        isOnBar: true,
        also: ['/app/messages', '/app/enrollments'],
      },
      { href: '/app/mailboxes', text: 'Mailboxes', icon: 'mail', key: 'g m' },
      { href: '/app/reports', text: 'Reports', icon: 'chart-no-axes-column', key: 'g r' },
    ],
  },
  {
    title: 'People',
    places: [
      { href: '/app/contacts', text: 'Contacts', icon: 'users', key: 'g p' },
      { href: '/app/companies', text: 'Companies', icon: 'building-2', key: 'g o' },
      { href: '/app/lists', text: 'Lists', icon: 'list', key: 'g l' },
      { href: '/app/find', text: 'Find people', icon: 'user-search', key: 'g f', also: ['/app/searches'] },
    ],
  },
];

export const settings: readonly Group[] = [
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
      {
        href: '/app/settings/providers',
        text: 'Providers',
        icon: 'plug',
        words:
          'Hunter, Apollo, People Data Labs, Prospeo, Dropcontact, OpenAI, Anthropic, Gemini, Ollama, language model, keys, budgets',
      },
      { href: '/app/webhooks', text: 'Webhooks', icon: 'webhook', words: 'events, deliveries, signing secret' },
    ],
  },
  {
    title: 'Contact data',
    places: [
      { href: '/app/tags', text: 'Tags', icon: 'tag', words: 'labels of contacts and companies' },
      { href: '/app/views', text: 'Views', icon: 'list-filter', words: 'saved conditions, columns, order' },
      { href: '/app/suppression', text: 'Suppression', icon: 'ban', words: 'unsubscribed, do not contact, domains' },
      { href: '/app/scoring', text: 'Scoring', icon: 'target', words: 'target profiles, criteria, weights' },
      { href: '/app/data-sets', text: 'Data sources', icon: 'database', words: 'your own lists of people for search' },
      { href: '/app/facts', text: 'Facts', icon: 'book-open', words: 'research, quotes, claims, sources' },
      { href: '/app/templates', text: 'Templates', icon: 'file-text', words: 'message texts to use again' },
      { href: '/app/snippets', text: 'Snippets', icon: 'copy', words: 'texts to insert into messages' },
      { href: '/app/files', text: 'Files', icon: 'file', words: 'attachments' },
    ],
  },
  {
    title: 'Record keeping',
    places: [
      { href: '/app/jobs', text: 'Jobs', icon: 'activity', words: 'imports, exports, verification, progress' },
      { href: '/app/settings/trash', text: 'Trash and undo', icon: 'history', words: 'bulk changes, revert, undo' },
      {
        href: '/app/settings/deleted',
        text: 'Deleted records',
        icon: 'trash-2',
        words: 'trash, bin, restore, undelete',
      },
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

/** Pages below a place, which the palette opens directly. */
export const deeperPlaces: readonly Place[] = [
  { href: '/app/import', text: 'Import contacts', icon: 'upload', words: 'upload, CSV, file, spreadsheet' },
  { href: '/app/messages', text: 'Messages', icon: 'mail', words: 'sent, scheduled, waiting' },
  { href: '/app/enrollments', text: 'Enrollments', icon: 'users', words: 'people in campaigns, sequences' },
  { href: '/app/searches', text: 'Past searches', icon: 'user-search', words: 'history of find people' },
  { href: '/app/mailboxes/deliverability', text: 'Deliverability', icon: 'mail', words: 'SPF, DKIM, DMARC, bounces' },
  { href: '/app/mailboxes/connect', text: 'Connect a mailbox', icon: 'mail', words: 'SMTP, IMAP, Gmail, Microsoft' },
];
