import type { RecordPage } from './record-page-kind.ts';

/** Of messages that have no time before them any more. */
const endedStates = new Set(['cancelled', 'skipped', 'sent', 'bounced', 'failed']);

function failedItems({ counts }: Record<string, unknown>): boolean {
  return Number((counts as { failed?: number }).failed) > 0;
}

export const recordPages: readonly RecordPage[] = [
  {
    ...{ path: '/app/contacts', title: 'Contacts', list: 'list_contacts', idField: 'contactId' },
    intro: 'The people stored in this workspace.',
    columns: ['fullName', 'companyName', 'title', 'email', 'emailStatus', 'stage', 'doNotContact', 'score.value'],
    heads: { fullName: 'Name', companyName: 'Company', emailStatus: 'Address' },
    isVoid: ({ doNotContact }, column) => column === 'doNotContact' && doNotContact === false,
    operations: ['create_contact', 'import_contacts', 'start_contact_export', 'search_people'],
    buttons: {
      ...{ create_contact: 'Add a contact', import_contacts: 'Import', start_contact_export: 'Export' },
      search_people: 'Find people',
    },
    empty:
      'No contacts yet. Import a file, find people, or ask your AI client: “Search for heads of operations at logistics companies in Germany and store the ten best.”',
  },
  {
    ...{ path: '/app/companies', title: 'Companies', list: 'list_companies', idField: 'companyId' },
    intro: 'The companies of your contacts, and those you added.',
    columns: ['name', 'domain', 'industry', 'employeeCount', 'location.country', 'score.value', 'createdAt'],
    heads: { employeeCount: 'Employees', createdAt: 'Added' },
    operations: ['create_company', 'upsert_companies', 'search_companies'],
    buttons: {
      ...{ create_company: 'Add a company', upsert_companies: 'Add several', search_companies: 'Find companies' },
    },
    empty: 'No companies yet. They come with contacts, or are added here.',
  },
  {
    ...{ path: '/app/lists', title: 'Lists', list: 'list_lists', idField: 'listId' },
    intro: 'Static lists are filled by hand; dynamic ones are saved filters and always current.',
    columns: ['name', 'memberType', 'kind', 'memberCount', 'updatedAt'],
    heads: { memberType: 'Of', memberCount: 'Members', updatedAt: 'Changed' },
    words: { contact: 'contacts', company: 'companies' },
    operations: ['create_list'],
    more: [{ title: 'Members', read: 'list_list_members' }],
    empty: 'No lists yet.',
  },
  {
    ...{ path: '/app/tags', title: 'Tags', list: 'list_tags', idField: 'tagId' },
    intro: 'Words that mark contacts and companies.',
    columns: ['name', 'colour', 'createdAt'],
    operations: ['create_tag', 'tag_contacts', 'tag_companies'],
    empty: 'No tags yet.',
  },
  {
    ...{ path: '/app/messages', title: 'Messages', list: 'list_messages', idField: 'messageId' },
    intro: 'Everything that was, is or will be sent.',
    columns: ['subject', 'contactId', 'to', 'state', 'scheduledAt', 'sentAt'],
    heads: { contactId: 'Person', to: 'Address', scheduledAt: 'Planned for' },
    isVoid: ({ state }, column) => column === 'scheduledAt' && endedStates.has(String(state)),
    operations: ['draft_message', 'approve_messages', 'settle_messages'],
    buttons: {
      ...{
        draft_message: 'Write a message',
        approve_messages: 'Approve several',
        settle_messages: 'Settle unconfirmed',
      },
    },
    more: [{ title: 'Check', read: 'check_message' }],
    empty: 'No messages yet. They appear when a campaign is launched.',
  },
  {
    ...{ path: '/app/files', title: 'Files', list: 'list_files', idField: 'fileId' },
    intro: 'What messages can carry as attachments. Each is kept once.',
    columns: ['fileName', 'bytes', 'contentType', 'createdAt'],
    operations: ['add_file'],
    empty: 'No files yet. Add one, then choose it in a step of a campaign, a message or an answer.',
  },
  {
    ...{ path: '/app/tasks', title: 'Tasks', list: 'list_tasks', idField: 'taskId' },
    intro: 'What campaigns wait for a person to do: calls, messages elsewhere, other steps.',
    columns: ['title', 'type', 'state', 'dueAt', 'contactId', 'campaignId'],
    operations: [],
    empty: 'Nothing to do. Steps of campaigns that a person does appear here when they are due.',
  },
  {
    ...{ path: '/app/enrollments', title: 'Enrollments', list: 'list_enrollments', idField: 'enrollmentId' },
    intro: 'Who is in which campaign, and how far.',
    columns: ['contactId', 'campaignId', 'state', 'stepIndex', 'endReason', 'createdAt'],
    operations: ['enroll_contacts'],
    empty: 'Nobody is enrolled yet.',
  },
  {
    ...{ path: '/app/mailboxes', title: 'Mailboxes', list: 'list_mailboxes', idField: 'mailboxId' },
    intro: 'What messages are sent from, how much each may send today, and how it is.',
    columns: ['address', 'state', 'sentToday', 'capToday', 'lastError', 'lastSentAt'],
    operations: ['connect_mailbox'],
    more: [
      { title: 'Sending', read: 'get_mailbox_sending_status' },
      { title: 'The domain', read: 'check_domain_health' },
    ],
    empty: 'No mailbox yet.',
  },
  {
    ...{ path: '/app/scoring', title: 'Scoring', list: 'list_target_profiles', idField: 'profileId' },
    intro: 'Whom you want to reach: criteria with weights, published when they are right.',
    columns: ['name', 'kind', 'publishedVersion', 'hasUnpublishedChanges', 'updatedAt'],
    operations: ['create_target_profile', 'score_contacts', 'score_companies'],
    more: [{ title: 'On a sample', read: 'preview_target_profile' }],
    empty: 'No target profile yet.',
  },
  {
    ...{ path: '/app/suppression', title: 'Suppression list', list: 'list_suppressions', idField: 'suppressionId' },
    intro: 'Addresses and domains that nothing is sent to, whatever a campaign says.',
    columns: ['value', 'kind', 'reason', 'note', 'isRemovalProposed', 'createdAt'],
    operations: ['add_suppression', 'check_suppression'],
    empty: 'Nobody is on the list.',
  },
  {
    ...{ path: '/app/webhooks', title: 'Webhooks', list: 'list_webhooks', idField: 'webhookId' },
    intro: 'Where events of this workspace are delivered to.',
    columns: ['url', 'state', 'eventTypes', 'failureCount', 'lastSuccessAt', 'lastError'],
    operations: ['create_webhook'],
    more: [{ title: 'Deliveries', read: 'list_webhook_deliveries' }],
    empty: 'No endpoint yet.',
  },
  {
    ...{ path: '/app/events', title: 'Events', list: 'list_events' },
    intro: 'What happened in this workspace, as webhooks tell it.',
    columns: ['timestamp', 'type', 'subjectId', 'data'],
    heads: { timestamp: 'When', type: 'What', subjectId: 'About', data: 'Details' },
    operations: [],
    empty: 'Nothing has happened yet.',
  },
  {
    ...{ path: '/app/jobs', title: 'Jobs', list: 'list_jobs', idField: 'jobId' },
    intro: 'Long work: imports, exports, verification, scoring.',
    columns: ['title', 'state', 'done', 'total', 'createdBy.name', 'createdAt', 'finishedAt'],
    heads: { total: 'Of', createdAt: 'Started' },
    operations: [],
    more: [{ title: 'Results', read: 'get_job_results' }],
    files: [
      {
        ...{ title: 'What failed, as a file', read: 'get_job_results', given: { outcome: 'failed', format: 'csv' } },
        isThere: failedItems,
      },
      {
        ...{ title: 'Download the export', read: 'download_contact_export' },
        isThere: ({ kind, state }) => kind === 'export_contacts' && state === 'completed',
      },
    ],
    empty: 'No jobs yet.',
  },
  {
    ...{ path: '/app/audit', title: 'Audit log', list: 'list_audit' },
    intro: 'Who did what, by which way, and what was refused.',
    columns: ['createdAt', 'actor.name', 'via', 'summary', 'result', 'credits', 'approvedBy.name'],
    heads: { createdAt: 'When', 'actor.name': 'Who', via: 'Through', summary: 'What' },
    words: { app: 'application', rest: 'API', mcp: 'MCP', ok: 'done' },
    isVoid: ({ credits }, column) => column === 'credits' && credits === 0,
    operations: [],
    empty: 'Nothing was done yet.',
  },
  {
    ...{ path: '/app/credits', title: 'Credits', list: 'list_ledger' },
    intro: 'Every credit that came, was held and was spent.',
    columns: ['createdAt', 'kind', 'amount', 'balanceAfter', 'action', 'actor.name'],
    heads: { createdAt: 'When', kind: 'What', balanceAfter: 'Balance', action: 'For', 'actor.name': 'Who' },
    words: { grant: 'given', hold: 'set aside', capture: 'spent', release: 'given back' },
    figure: { read: 'get_balance', member: 'balance', text: 'credits left' },
    operations: ['list_prices'],
    buttons: { list_prices: 'Prices' },
    empty: 'No entries yet.',
  },
  {
    ...{ path: '/app/data-sets', title: 'Own data', list: 'list_data_sets', idField: 'dataSetId' },
    intro: 'Your own lists of people that a search looks through as well.',
    columns: ['name', 'rowCount', 'createdBy', 'createdAt'],
    operations: ['import_data_set'],
    empty: 'No data of your own yet.',
  },
  {
    ...{ path: '/app/searches', title: 'Searches', list: 'list_searches' },
    intro: 'What was searched for in the directory.',
    columns: ['createdAt', 'kind', 'criteria', 'total', 'searchedBy'],
    heads: { createdAt: 'When', kind: 'For', criteria: 'What', total: 'Found', searchedBy: 'Who' },
    operations: ['search_people', 'search_companies'],
    empty: 'Nothing was searched for yet.',
  },
];
