/** Permission of an API key or connected app, described for the consent and key pages. */
export interface Scope {
  scope: string;
  area: string;
  title: string;
  description: string;
  kind: 'read' | 'prepare' | 'spend' | 'send';
}

const areas: Record<string, { noun: string; read?: string; write?: string; writeKind?: Scope['kind'] }> = {
  contacts: { noun: 'contacts', read: 'View contacts and their history', write: 'Create, change, and erase contacts' },
  companies: { noun: 'companies', read: 'View companies', write: 'Create, change, and delete companies' },
  lists: { noun: 'lists', read: 'View lists and their members', write: 'Create lists and change their members' },
  tags: { noun: 'tags', read: 'View tags', write: 'Create and change tags' },
  custom_fields: {
    noun: 'custom fields',
    read: 'View the custom fields of contacts and companies',
    write: 'Define and change custom fields',
  },
  views: { noun: 'views', read: 'View saved views', write: 'Save and change views' },
  search: {
    noun: 'search',
    read: 'Search for new companies and people (free)',
    write: 'Reveal people from search results',
  },
  facts: {
    noun: 'facts',
    read: 'View researched facts, and check texts against them',
    write: 'Research companies and people on public pages, and change facts',
  },
  scoring: {
    noun: 'scoring',
    read: 'View target profiles and scores',
    write: 'Change target profiles and score records',
  },
  messages: { noun: 'messages', read: 'View messages', write: 'Draft and change messages' },
  templates: {
    noun: 'templates and snippets',
    read: 'View templates and snippets',
    write: 'Save and change templates and snippets',
  },
  campaigns: {
    noun: 'campaigns',
    read: 'View campaigns and their reports',
    write: 'Prepare and change campaigns and enrollments',
  },
  tasks: { noun: 'tasks', read: 'View tasks of campaigns', write: 'Complete, skip, and assign tasks' },
  replies: { noun: 'replies', read: 'Read replies', write: 'Classify replies and draft answers' },
  mailboxes: { noun: 'mailboxes', read: 'View mailboxes and their health', write: 'Connect and change mailboxes' },
  suppression: {
    noun: 'the suppression list',
    read: 'View suppressed addresses and domains',
    write: 'Add to the suppression list',
  },
  sending: { noun: 'sending', write: 'Launch campaigns, and approve and send messages', writeKind: 'send' },
  sandbox: {
    noun: 'the sandbox',
    read: 'View messages kept by the sandbox',
    write: 'Act as recipients in the sandbox, and advance its clock',
  },
  webhooks: { noun: 'webhooks', read: 'View webhook endpoints and deliveries', write: 'Change webhook endpoints' },
  events: { noun: 'events', read: 'View events' },
  changes: {
    noun: 'changes',
    read: 'Follow changes to the records that it can view',
    write: 'Undo bulk changes',
  },
  jobs: { noun: 'jobs', read: 'View the progress and results of jobs', write: 'Cancel jobs' },
  standing_orders: {
    noun: 'standing orders',
    read: 'View standing orders',
    write: 'Have actions carried out again and again, within its other permissions',
  },
  credits: {
    noun: 'credits',
    read: 'View balance, ledger, and prices',
    write: 'Spend credits',
    writeKind: 'spend',
  },
  providers: {
    noun: 'providers',
    read: 'View providers of people and language models, with their budgets',
    write: 'Add and change providers and their keys',
  },
  members: { noun: 'members', read: 'View members of the workspace' },
  settings: { noun: 'settings', read: 'View the settings', write: 'Change the settings' },
  approvals: { noun: 'approvals', read: 'View pending approvals and past decisions' },
  audit: { noun: 'the audit log', read: 'View the audit log' },
  reports: { noun: 'reports', read: 'View reports' },
};

function title(verb: string, noun: string): string {
  return `${verb} ${noun}`;
}

/** All scopes by area, `read` before `write`. Write does not imply read. */
export const allScopes: readonly Scope[] = Object.entries(areas).flatMap(
  ([area, { noun, read, write, writeKind = 'prepare' }]) => {
    const found: Scope[] = [];
    if (read !== undefined)
      found.push({ scope: `${area}:read`, area, title: title('Read', noun), description: read, kind: 'read' });
    if (write !== undefined)
      found.push({ scope: `${area}:write`, area, title: title('Change', noun), description: write, kind: writeKind });
    return found;
  },
);
