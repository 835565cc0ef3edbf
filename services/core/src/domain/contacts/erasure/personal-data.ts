/**
 * How the erasure of a person reaches a collection.
 * - `deleted`: documents about the person are deleted.
 * - `blanked`: documents about the person stay, without the words that name anyone.
 * - `mentions`: a worker removes the person from texts about others.
 * - `expires`: documents are deleted automatically, and only their job reads them.
 * - `digest`: only a keyed hash of the address stays, so that the person is not contacted again.
 * - `own`: data of the workspace's own people and systems. Members remove it themselves.
 */
export const erasureWays = {
  deleted: 'Deleted with the person.',
  blanked: 'Kept, without the words that name anyone.',
  mentions: 'A worker removes the person from the text within a minute.',
  expires: 'Deleted automatically. A running job skips erased people.',
  digest: 'Only a keyed hash of the address stays.',
  own: 'Belongs to the members of the workspace. Not searched.',
} as const;

export interface PersonalData {
  /** Text about people in the collection. */
  holds: string;
  kept: string;
  /** Member of `export_contact_data` with these documents. Null: texts about others, or the workspace's own data. */
  exported: string | null;
  erasure: keyof typeof erasureWays;
}

const always = 'Until it is deleted.';
const withContact = 'As long as the contact.';
const mail = 'As long as the contact, or the retention setting for mail.';

function data(holds: string, kept: string, exported: string | null, erasure: PersonalData['erasure']): PersonalData {
  return { holds, kept, exported, erasure };
}

/** Every collection that can hold text about a person. A test fails for a collection that neither list names. */
export const personalData: Readonly<Record<string, PersonalData>> = {
  contacts: data('The contact', 'Until deletion, or the retention setting.', 'contact', 'deleted'),
  notes: data('Notes about the person', withContact, 'notes', 'deleted'),
  facts: data('Facts about the person, with quotes of pages', withContact, 'facts', 'deleted'),
  trash: data('Deleted contacts and companies, with notes and facts', '30 days', 'trash', 'deleted'),
  merged_records: data('Contacts and companies from before a merge', '30 days', 'merged', 'deleted'),
  enrollments: data('Campaigns of the person', withContact, 'enrollments', 'deleted'),
  messages: data('Messages to the person', mail, 'messages', 'deleted'),
  replies: data('Messages from the person', mail, 'replies', 'deleted'),
  attachments: data('Files in replies', mail, 'attachments', 'deleted'),
  captured_messages: data('Messages that the sandbox sent', 'The retention setting.', null, 'deleted'),
  autopilot_answers: data('Answers that autopilot wrote', '400 days', null, 'deleted'),
  manifest_people: data('Approved messages, with placeholder values', withContact, 'manifests', 'deleted'),
  step_texts: data('Texts of campaign steps for the person', withContact, 'stepTexts', 'deleted'),
  tasks: data('Tasks about the person', withContact, 'tasks', 'deleted'),
  scores: data('Scores with their reasons', withContact, 'scores', 'deleted'),
  revealed_people: data('Reveals of the person', withContact, 'reveals', 'deleted'),
  found_items: data('People that providers found', '30 days', 'foundByProviders', 'deleted'),
  provider_questions: data('Answers of providers about a person', '30 days', 'providerAnswers', 'deleted'),
  own_companies: data('Companies of data sets', 'As long as the data set.', null, 'mentions'),
  own_people: data('Rows of data sets', 'As long as the data set.', 'dataSetRows', 'deleted'),
  searches: data('Past searches, with their words', '180 days', 'searches', 'deleted'),
  events: data('Events about the contact', '35 days', 'events', 'blanked'),
  changes: data('Former and current states of records, for the change feed', '35 days', null, 'deleted'),
  changed_contacts: data(
    'Former values of contacts and companies, for undoing bulk changes',
    '30 days',
    null,
    'deleted',
  ),
  audit: data('Actions on the contact', 'Until the retention setting.', 'audit', 'blanked'),
  job_rows: data('Rows of files that could not be imported', '30 days', 'importRows', 'deleted'),
  job_results: data('Results of jobs', '30 days', 'jobResults', 'blanked'),
  approvals: data('Requests with their input (sealed)', '7 days after the decision.', null, 'deleted'),
  idempotency: data('Responses to repeated requests', '7 days', null, 'deleted'),
  webhook_deliveries: data('Attempts, with what the receiver answered', '35 days', null, 'deleted'),
  suppressions: data('Addresses that get no email', 'Until removal. An opt-out stays.', 'suppression', 'digest'),
  verifications: data('Results by keyed hash of the address', '30 days', null, 'digest'),
  pages: data('Public pages of companies', '7 days', null, 'mentions'),
  companies: data('Descriptions', always, null, 'mentions'),
  campaigns: data('Texts of the steps', always, null, 'mentions'),
  sequence_versions: data('Former texts of the steps', '30 days', null, 'mentions'),
  manifests: data('Approved texts', 'As long as the campaign.', null, 'mentions'),
  standing_orders: data('Inputs of standing orders', always, null, 'mentions'),
  lists: data('Names and filters', always, null, 'mentions'),
  views: data('Names and filters', always, null, 'mentions'),
  drafts: data('Text that members have typed and not saved', '30 days', null, 'mentions'),
  tags: data('Names', always, null, 'mentions'),
  custom_fields: data('Labels and descriptions', always, null, 'mentions'),
  templates: data('Templates and snippets', always, null, 'mentions'),
  files: data('Names of files to attach', always, null, 'mentions'),
  target_profiles: data('Descriptions and criteria', always, null, 'mentions'),
  target_profile_versions: data('Published criteria', always, null, 'mentions'),
  data_sets: data('Names of data sets', always, null, 'mentions'),
  jobs: data('Input of jobs, such as a filter', '30 days', null, 'mentions'),
  ledger: data('Notes of credit entries', always, null, 'mentions'),
  operations: data('Reasons of pending credits', always, null, 'mentions'),
  undos: data('Last changes of members, for Undo (sealed)', '10 minutes', null, 'expires'),
  uploads: data('Files to import', '30 days', null, 'expires'),
  upload_chunks: data('Content of files to import', '30 days', null, 'expires'),
  pending_erasures: data('Names to remove from texts (sealed)', 'Until the worker is done.', null, 'expires'),
  file_contents: data('Content of files to attach', always, null, 'own'),
  mailboxes: data('Addresses and signatures of senders', always, null, 'own'),
  workspaces: data('Postal address, sender name, footer', always, null, 'own'),
  api_keys: data('Names of keys', always, null, 'own'),
  providers: data('Addresses and answers of language models', always, null, 'own'),
  webhooks: data('Addresses of receivers', always, null, 'own'),
  users: data('Name and address of members', always, null, 'own'),
  memberships: data('Roles of members', always, null, 'own'),
  invitations: data('Notes of invitations', 'Until it expires.', null, 'own'),
  sessions: data('Browsers and network addresses of members', 'Until it expires.', null, 'own'),
  passkeys: data('Names of passkeys', always, null, 'own'),
};

/** Collections with IDs, counts, times, and keys only. */
export const withoutPeople: readonly string[] = [
  'audit_chains',
  'backup_state',
  'balances',
  'campaign_figures',
  'change_sets',
  'connection_usage',
  'deletions',
  'found_searches',
  'login_throttles',
  'mail_domains',
  'notifications',
  'own_row_postings',
  'proofs',
  'provider_hits',
  'provider_usage',
  'rate_limits',
  'restore_epoch',
  'second_steps',
  'report_days',
  'send_counters',
  'send_lanes',
  'send_queues',
  'sending_stops',
  'sequences',
  'store_keys',
  'tickets',
];
