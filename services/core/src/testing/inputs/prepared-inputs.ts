import { runJobOnce } from '../../worker/jobs/job-runner.ts';
import type { World } from '../seed-world.ts';
import { sent, unconfirmed } from '../seeds/prepared-message.ts';
import { drafted, found, launched, nobody, noted, scored, tagged } from '../seeds/prepared-records.ts';
import { autopilotDraft } from '../seeds/prepared-reply-draft.ts';
import { task } from '../seeds/prepared-task.ts';
import { companySite } from '../servers/company-site.ts';
import type { Reply, TestCore } from '../start-test-core.ts';

export interface Preparation extends World {
  core: TestCore;
  request(method: string, path: string, body?: unknown): Promise<Reply>;
}

type Input = Record<string, unknown>;

/** Serves the site of the contact's company. */
async function withSite({ core }: Preparation): Promise<Input> {
  core.deps.ports.sites = await companySite();
  return {};
}

/** An import with a row that failed. */
async function damagedImport({ core, request }: Preparation): Promise<Input> {
  const content = 'Name,Email\nNew Person,new(at)import.example\nOld Person,old@import.example\n';
  const { body } = await request('POST', '/contacts/import', { content });
  while (await runJobOnce(core.deps)) {}
  return { jobId: body.data.id };
}

/** Prepares the world for actions that need more than an example and IDs. Returns the required input. */
export const preparedInputs: Record<string, (world: Preparation) => Promise<Input> | Input> = {
  list_contacts: () => ({ emailStatus: 'valid', limit: 10 }),
  list_events: () => ({ type: 'contact.created', limit: 2 }),
  list_replies: () => ({ needsAction: true }),
  list_messages: () => ({ state: 'awaiting_approval' }),
  list_campaigns: () => ({ state: 'draft' }),
  research_company: withSite,
  research_contact: withSite,
  check_suppression: () => ({ value: 'ada@analytical.example' }),
  explain_score: async (world) => {
    await scored(world);
    return { recordId: world.ids.contactId };
  },
  update_company: () => ({ industry: 'Logistics', employeeCount: 120 }),
  add_contact_note: () => ({ text: 'Prefers to be called in the morning.' }),
  tag_contacts: ({ ids }) => ({ contactIds: [ids.contactId, nobody], tags: ['vip'] }),
  undo_change: async ({ core, request, ids }) => {
    const change = { contactIds: [ids.contactId], change: { addTags: ['vip'] } };
    const { body } = await request('POST', '/contacts/bulk-change', change);
    while (await runJobOnce(core.deps)) {}
    return { changeSetId: body.data.changeSetId };
  },
  // A period without events: how many there are depends on the requests before.
  replay_webhook: ({ core }) => ({
    from: new Date(core.deps.now().getTime() - 7_200_000).toISOString(),
    to: new Date(core.deps.now().getTime() - 3_600_000).toISOString(),
  }),
  tag_companies: () => ({ tags: ['vip'] }),
  write_step_texts: ({ ids }) => ({
    texts: [{ contactId: ids.contactId, subject: 'Looms', body: 'Who maintains the looms in your factory?' }],
  }),
  untag_contacts: async ({ request, ids }) => {
    await request('POST', '/contacts/tag', { contactIds: [ids.contactId], tags: ['vip'] });
    return { contactIds: [ids.contactId, ids.otherContactId], tags: ['vip'] };
  },
  untag_companies: async ({ request, ids }) => {
    await request('POST', '/companies/tag', { companyIds: [ids.companyId], tags: ['vip'] });
    return { tags: ['vip'] };
  },
  create_contact: () => ({ email: 'new@another.example', companyDomain: 'another.example', companyName: 'Another' }),
  update_contact: () => ({ title: 'CTO' }),
  enrich_contact: async (world) => {
    const [personId] = await found(world);
    const { body } = await world.request('POST', '/search/people/reveal', { ids: [personId] });
    const { contactId } = body.data.items[0];
    await world.request('PATCH', `/contacts/${contactId}`, { title: null, department: null });
    return { contactId };
  },
  download_contact_export: async ({ core, request }) => {
    const { body } = await request('POST', '/contacts/exports', {});
    while (await runJobOnce(core.deps)) {}
    return { jobId: body.data.id };
  },
  list_job_rows: damagedImport,
  fix_job_rows: async (world) => ({
    ...(await damagedImport(world)),
    rule: { column: 'Email', from: '(at)', to: '@' },
  }),
  upsert_contacts: () => ({
    contacts: [
      { email: 'new@analytical.example', firstName: 'New', lastName: 'Person', declaredBasis: 'legitimate_interest' },
      { email: 'ada@analytical.example', title: 'CTO' },
      { email: 'not an address' },
    ],
  }),
  upsert_companies: () => ({
    companies: [
      { domain: 'third.example', name: 'Third' },
      { domain: 'second.example', industry: 'Logistics' },
    ],
  }),
  reveal_people: async (world) => ({ ids: [...(await found(world)).slice(0, 1), 'prs_dir_99999-1'] }),
  reveal_many_people: async (world) => ({ ids: (await found(world)).slice(1) }),
  set_contact_stage: () => ({ stage: 'interested' }),
  update_tag: async (world) => ({ ...(await tagged(world)), name: 'another-name' }),
  delete_tag: tagged,
  delete_contact: noted,
  merge_contacts: async (world) => {
    const { request, ids } = world;
    const steps = [{ subject: 'Hello', body: 'A question.' }];
    const { body } = await request('POST', '/campaigns', { name: 'Of the other one', steps });
    for (const campaignId of [body.data.id, ids.campaignId])
      await request('POST', `/campaigns/${campaignId}/enrollments`, { contactIds: [ids.otherContactId] });
    await request('POST', `/contacts/${ids.otherContactId}/notes`, { text: 'Met at a fair.' });
    return {};
  },
  update_view: () => ({ name: 'Another name' }),
  update_standing_order: () => ({ isPaused: true }),
  create_provider: () => ({
    kind: 'anthropic',
    apiKey: 'an-api-key-of-yours',
    model: 'claude',
    creditsPerResult: undefined,
  }),
  update_provider: () => ({
    monthlyBudget: 1_000_000,
    creditsPerResult: undefined,
    baseUrl: undefined,
    apiKey: undefined,
  }),
  update_template: () => ({ name: 'Another name' }),
  update_snippet: () => ({ body: 'Another text' }),
  merge_duplicates: ({ ids }) => ({
    groups: [{ contactIds: [ids.contactId, ids.otherContactId], survivorId: ids.contactId }],
  }),
  update_custom_field: () => ({ label: 'Another label' }),
  create_company: () => ({ domain: 'third.example' }),
  merge_companies: async ({ request }) => {
    const contact = { email: 'same@again.example', companyDomain: 'again.example' };
    const { body } = await request('POST', '/contacts', contact);
    return { otherCompanyId: body.data.companyId };
  },
  update_list: () => ({ name: 'Another name' }),
  add_to_list: ({ ids }) => ({ contactIds: [ids.otherContactId, ids.contactId] }),
  remove_from_list: ({ ids }) => ({ contactIds: [ids.contactId, ids.otherContactId] }),
  update_campaign: () => ({ name: 'Another name' }),
  enroll_contacts: ({ ids }) => ({ contactIds: [ids.otherContactId, ids.contactId] }),
  pause_campaign: launched,
  cancel_campaign: launched,
  resume_campaign: async (world) => {
    await launched(world);
    await world.request('POST', `/campaigns/${world.ids.campaignId}/pause`);
    return {};
  },
  archive_campaign: async (world) => {
    await launched(world);
    await world.request('POST', `/campaigns/${world.ids.campaignId}/cancel`);
    return {};
  },
  duplicate_campaign: () => ({ name: 'A copy' }),
  delete_campaign: async ({ request, ids }) => {
    const { body } = await request('POST', '/campaigns', { name: 'To be deleted' });
    await request('POST', `/campaigns/${body.data.id}/enrollments`, { contactIds: [ids.otherContactId] });
    return { campaignId: body.data.id };
  },
  pause_enrollment: () => ({ resumeAt: '2099-01-01T00:00:00.000Z' }),
  resume_enrollment: async ({ request, ids }) => {
    await request('POST', `/enrollments/${ids.enrollmentId}/pause`, {});
    return {};
  },
  add_file: () => ({ fileName: 'people.csv' }),
  update_message: () => ({ subject: 'Another subject' }),
  approve_messages: ({ ids }) => ({ messageIds: [ids.messageId], campaignId: undefined }),
  cancel_autopilot_answer: autopilotDraft,
  complete_task: task,
  skip_task: task,
  postpone_task: () => ({ dueAt: '2099-01-01T00:00:00.000Z' }),
  assign_task: ({ ids }) => ({ ownerId: ids.userId }),
  draft_answer: () => ({ bodyText: 'Gladly, here is more.' }),
  edit_answer: async (world) => {
    await drafted(world);
    return { bodyText: 'Even more.' };
  },
  approve_answer: drafted,
  classify_reply: () => ({ class: 'interested', returnDate: undefined }),
  assign_reply: async ({ request, ids }) => {
    const raw = 'From: nobody@elsewhere.example\nSubject: Hello\n\nHello there.';
    const { body } = await request('POST', '/sandbox/inbound', { raw });
    return { replyId: body.data.replyId, contactId: ids.otherContactId };
  },
  update_reply: () => ({ labels: ['pricing'] }),
  reopen_reply: async ({ request, ids }) => {
    await request('POST', `/replies/${ids.replyId}/dismiss`);
    return {};
  },
  mark_reply_read: () => ({ isRead: true }),
  forward_reply: () => ({ to: 'colleague@sandbox.example' }),
  create_webhook: () => ({ url: 'http://127.0.0.1:9/another' }),
  update_webhook: () => ({ description: 'Another description' }),
  update_mailbox: () => ({ displayName: 'Another name' }),
  send_test_mail: ({ ids }) => ({ campaignId: ids.campaignId, contactId: ids.contactId, stepId: undefined }),
  resume_mailbox: async ({ request, ids }) => {
    await request('POST', `/mailboxes/${ids.mailboxId}/pause`);
    return {};
  },
  connect_mailbox: () => ({
    address: 'me@analytical.example',
    smtp: { host: '127.0.0.1', port: 587, security: 'starttls', username: 'me', password: 'secret' },
  }),
  enrich_contacts: ({ ids }) => ({ contactIds: [ids.contactId] }),
  verify_emails: ({ ids }) => ({ contactIds: [ids.contactId] }),
  score_contacts: async ({ request, ids }) => {
    await request('POST', `/scoring/profiles/${ids.profileId}/publish`);
    return { contactIds: [ids.contactId] };
  },
  score_companies: async ({ request, ids }) => {
    const criteria = [{ field: 'industry', operator: 'in', value: ['Software'], weight: 5 }];
    const { body } = await request('POST', '/scoring/profiles', { name: 'Companies', kind: 'company', criteria });
    await request('POST', `/scoring/profiles/${body.data.id}/publish`);
    return { profileId: body.data.id, companyIds: [ids.companyId] };
  },
  add_suppression: async (world) => ({ ...(await launched(world)), value: 'analytical.example' }),
  add_suppressions: async (world) => ({
    ...(await launched(world)),
    values: ['analytical.example', 'nobody@stranger.example'],
  }),
  update_target_profile: () => ({ name: 'Another name' }),
  receive_sandbox_mail: () => ({ raw: 'From: ada@analytical.example\nSubject: Hello\n\nTell me more.' }),
  reply_in_sandbox: async (world) => ({ ...(await sent(world)), text: 'Tell me more.' }),
  bounce_in_sandbox: async (world) => ({ ...(await sent(world)), kind: 'hard' }),
  advance_sandbox_clock: () => ({ advance: 'P3D' }),
  deliver_in_sandbox: launched,
  settle_message: async (world) => ({ ...(await unconfirmed(world)), outcome: 'sent' }),
  settle_messages: async (world) => {
    await unconfirmed(world);
    return { outcome: 'send_again' };
  },
};
