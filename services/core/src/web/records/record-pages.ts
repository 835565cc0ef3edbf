import type { RecordPage } from './record-page-kind.ts';

/** Of messages that have no time before them any more. */
const endedStates = new Set(['cancelled', 'skipped', 'sent', 'bounced', 'failed']);

function failedItems({ counts }: Record<string, unknown>): boolean {
  return Number((counts as { failed?: number }).failed) > 0;
}

export const recordPages: readonly RecordPage[] = [
  {
    ...{ path: '/app/contacts', title: 'Contacts', list: 'list_contacts', idField: 'contactId' },
    columns: ['fullName', 'companyName', 'title', 'email', 'emailStatus', 'stage', 'score.value', 'createdAt'],
    heads: { fullName: 'Name', companyName: 'Company', 'score.value': 'Fit score', createdAt: 'Added' },
    insteadOf: ({ doNotContact }, column) =>
      column === 'stage' && doNotContact === true ? { is: 'state', text: 'do_not_contact', kind: 'stage' } : undefined,
    operations: ['create_contact', 'import_contacts', 'start_contact_export'],
    buttons: {
      ...{ create_contact: 'Add contact', import_contacts: 'Import', start_contact_export: 'Export' },
    },
    empty:
      'No contacts yet. Import a file, find people, or ask your AI client: “Search for heads of operations at logistics companies in Germany and store the ten best.”',
  },
  {
    ...{ path: '/app/companies', title: 'Companies', list: 'list_companies', idField: 'companyId' },
    columns: ['name', 'domain', 'industry', 'employeeCount', 'location.country', 'score.value', 'createdAt'],
    heads: { employeeCount: 'Employees', createdAt: 'Added' },
    operations: ['create_company', 'upsert_companies', 'search_companies'],
    buttons: {
      ...{ create_company: 'Add company', upsert_companies: 'Add several', search_companies: 'Find companies' },
    },
    empty: 'No companies yet. Companies of your contacts appear here.',
  },
  {
    ...{ path: '/app/lists', title: 'Lists', list: 'list_lists', idField: 'listId' },
    columns: ['name', 'memberType', 'kind', 'memberCount', 'updatedAt'],
    heads: { memberType: 'Contents', memberCount: 'Members', updatedAt: 'Updated' },
    words: { contact: 'Contacts', company: 'Companies' },
    operations: ['create_list'],
    more: [{ title: 'Members', read: 'list_list_members' }],
    empty: 'No lists yet. Lists group contacts or companies for campaigns.',
  },
  {
    ...{ path: '/app/tags', title: 'Tags', list: 'list_tags', idField: 'tagId' },
    columns: ['name', 'colour', 'createdAt'],
    operations: ['create_tag', 'tag_contacts', 'tag_companies'],
    empty: 'No tags yet. Tags mark contacts and companies.',
  },
  {
    ...{ path: '/app/messages', title: 'Messages', list: 'list_messages', idField: 'messageId' },
    columns: ['subject', 'contactId', 'to', 'state', 'scheduledAt', 'sentAt'],
    heads: { contactId: 'Person', to: 'Email', scheduledAt: 'Scheduled for' },
    isVoid: ({ state }, column) => column === 'scheduledAt' && endedStates.has(String(state)),
    operations: ['draft_message', 'approve_messages', 'settle_messages'],
    buttons: {
      ...{
        draft_message: 'Write message',
        approve_messages: 'Approve several',
        settle_messages: 'Settle unconfirmed',
      },
    },
    more: [{ title: 'Check', read: 'check_message' }],
    empty: 'No messages yet. They appear when a campaign is launched.',
  },
  {
    ...{ path: '/app/files', title: 'Files', list: 'list_files', idField: 'fileId' },
    columns: ['fileName', 'bytes', 'contentType', 'createdAt'],
    operations: ['add_file'],
    empty: 'No files yet. Add a file, then attach it to a step, message, or reply.',
  },
  {
    ...{ path: '/app/tasks', title: 'Tasks', list: 'list_tasks', idField: 'taskId' },
    columns: ['title', 'type', 'state', 'dueAt', 'contactId', 'campaignId'],
    operations: [],
    empty: 'No tasks yet. Campaign steps that a person does appear here when they are due.',
  },
  {
    ...{ path: '/app/enrollments', title: 'Enrollments', list: 'list_enrollments', idField: 'enrollmentId' },
    columns: ['contactId', 'campaignId', 'state', 'stepIndex', 'endReason', 'createdAt'],
    operations: ['enroll_contacts'],
    empty: 'No enrollments yet. Contacts that you enroll in a campaign appear here.',
  },
  {
    ...{ path: '/app/mailboxes', title: 'Mailboxes', list: 'list_mailboxes', idField: 'mailboxId' },
    columns: ['address', 'state', 'sentToday', 'capToday', 'lastError', 'lastSentAt'],
    operations: ['connect_mailbox'],
    more: [
      { title: 'Sending', read: 'get_mailbox_sending_status' },
      { title: 'Domain', read: 'check_domain_health' },
    ],
    empty: 'No mailboxes yet. Messages are sent in the sandbox until you connect one.',
  },
  {
    ...{ path: '/app/scoring', title: 'Scoring', list: 'list_target_profiles', idField: 'profileId' },
    columns: ['name', 'kind', 'publishedVersion', 'hasUnpublishedChanges', 'updatedAt'],
    operations: ['create_target_profile', 'score_contacts', 'score_companies'],
    more: [{ title: 'Distribution', read: 'preview_target_profile' }],
    empty: 'No target profiles yet. A profile scores contacts by weighted criteria.',
  },
  {
    ...{ path: '/app/suppression', title: 'Suppression', list: 'list_suppressions', idField: 'suppressionId' },
    columns: ['value', 'kind', 'reason', 'note', 'isRemovalProposed', 'createdAt'],
    operations: ['add_suppression', 'check_suppression'],
    empty: 'No suppressed addresses yet. Addresses and domains on this list never receive email.',
  },
  {
    ...{ path: '/app/webhooks', title: 'Webhooks', list: 'list_webhooks', idField: 'webhookId' },
    columns: ['url', 'state', 'eventTypes', 'failureCount', 'lastSuccessAt', 'lastError'],
    operations: ['create_webhook'],
    more: [{ title: 'Deliveries', read: 'list_webhook_deliveries' }],
    empty: 'No webhooks yet. Add an endpoint to receive events.',
  },
  {
    ...{ path: '/app/events', title: 'Events', list: 'list_events' },
    columns: ['timestamp', 'type', 'subjectId', 'data'],
    heads: { timestamp: 'Time', type: 'Event', subjectId: 'Record', data: 'Details' },
    operations: [],
    empty: 'No events yet. Changes and replies appear here.',
  },
  {
    ...{ path: '/app/jobs', title: 'Jobs', list: 'list_jobs', idField: 'jobId' },
    columns: ['title', 'state', 'done', 'total', 'createdBy.name', 'createdAt', 'finishedAt'],
    heads: { total: 'Total', createdAt: 'Started' },
    operations: [],
    more: [{ title: 'Results', read: 'get_job_results' }],
    files: [
      {
        ...{ title: 'Download failed rows', read: 'get_job_results', given: { outcome: 'failed', format: 'csv' } },
        isThere: failedItems,
      },
      {
        ...{ title: 'Download export', read: 'download_contact_export' },
        isThere: ({ kind, state }) => kind === 'export_contacts' && state === 'completed',
      },
    ],
    empty: 'No jobs yet. Imports, exports, verification, and scoring run as jobs.',
  },
  {
    ...{ path: '/app/audit', title: 'Audit log', list: 'list_audit' },
    columns: ['createdAt', 'actor.name', 'via', 'summary', 'result', 'credits', 'approvedBy.name'],
    heads: { createdAt: 'Time', 'actor.name': 'Actor', summary: 'Action' },
    words: { app: 'Application', rest: 'API', mcp: 'MCP', ok: 'Done' },
    isVoid: ({ credits }, column) => column === 'credits' && credits === 0,
    operations: [],
    empty: 'No entries yet. Every change is recorded here.',
  },
  {
    ...{ path: '/app/credits', title: 'Credits', list: 'list_ledger' },
    columns: ['createdAt', 'kind', 'amount', 'balanceAfter', 'action', 'actor.name'],
    heads: { createdAt: 'Time', kind: 'Entry', balanceAfter: 'Balance', 'actor.name': 'Actor' },
    words: { grant: 'Granted', hold: 'On hold', capture: 'Spent', release: 'Released' },
    figure: { read: 'get_balance', member: 'balance', text: 'credits left' },
    operations: ['list_prices'],
    buttons: { list_prices: 'Show prices' },
    empty: 'No entries yet.',
  },
  {
    ...{ path: '/app/data-sets', title: 'Data sources', list: 'list_data_sets', idField: 'dataSetId' },
    columns: ['name', 'rowCount', 'createdBy', 'createdAt'],
    operations: ['import_data_set'],
    empty: 'No data sources yet. Upload your own lists of people for search.',
  },
  {
    ...{ path: '/app/searches', title: 'Searches', list: 'list_searches' },
    columns: ['createdAt', 'kind', 'criteria', 'total', 'searchedBy'],
    heads: { createdAt: 'Time', total: 'Found' },
    operations: ['search_people', 'search_companies'],
    empty: 'No searches yet.',
  },
];
