/** Permission of an API key or connected app, described for the consent and key pages. */
export interface Scope {
  scope: string;
  area: string;
  title: string;
  description: string;
  kind: 'read' | 'prepare' | 'spend' | 'send';
}

const areas: Record<string, { noun: string; read?: string; write?: string; writeKind?: Scope['kind'] }> = {
  contacts: { noun: 'contacts', read: 'See contacts and their history', write: 'Add, change and erase contacts' },
  companies: { noun: 'companies', read: 'See companies', write: 'Add, change and delete companies' },
  lists: { noun: 'lists', read: 'See lists and their members', write: 'Make lists and change their members' },
  tags: { noun: 'tags', read: 'See tags', write: 'Make and change tags' },
  custom_fields: {
    noun: 'custom fields',
    read: 'See the custom fields of contacts and companies',
    write: 'Define and change custom fields',
  },
  search: {
    noun: 'search',
    read: 'Search for new companies and people (free)',
    write: 'Reveal people found',
  },
  scoring: {
    noun: 'scoring',
    read: 'See target profiles and scores',
    write: 'Change target profiles and score records',
  },
  messages: { noun: 'messages', read: 'See messages', write: 'Draft and change messages' },
  campaigns: {
    noun: 'campaigns',
    read: 'See campaigns and reports on them',
    write: 'Prepare and change campaigns and enrollments',
  },
  tasks: { noun: 'tasks', read: 'See tasks of campaigns', write: 'Complete, skip and assign tasks' },
  replies: { noun: 'replies', read: 'Read replies', write: 'Classify replies and draft answers' },
  mailboxes: { noun: 'mailboxes', read: 'See mailboxes and their health', write: 'Connect and change mailboxes' },
  suppression: {
    noun: 'the suppression list',
    read: 'See who must not be written to',
    write: 'Add to the suppression list',
  },
  sending: { noun: 'sending', write: 'Launch campaigns, approve and send messages', writeKind: 'send' },
  sandbox: {
    noun: 'the sandbox',
    read: 'See what the sandbox has kept',
    write: 'Play recipients in the sandbox and move its clock',
  },
  webhooks: { noun: 'webhooks', read: 'See webhook endpoints and deliveries', write: 'Change webhook endpoints' },
  events: { noun: 'events', read: 'See events' },
  jobs: { noun: 'jobs', read: 'See the progress and results of long work', write: 'Cancel long work' },
  credits: {
    noun: 'credits',
    read: 'See balance, ledger and prices',
    write: 'Spend credits',
    writeKind: 'spend',
  },
  members: { noun: 'members', read: 'See who works here' },
  settings: { noun: 'settings', read: 'See the settings', write: 'Change the settings' },
  approvals: { noun: 'approvals', read: 'See what waits for a person to approve' },
  audit: { noun: 'the audit log', read: 'See who did what' },
  reports: { noun: 'reports', read: 'See reports' },
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
