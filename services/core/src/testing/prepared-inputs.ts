import { runJobOnce } from '../worker/job-runner.ts';
import type { World } from './seed-world.ts';
import type { Reply, TestCore } from './start-test-core.ts';

export interface Preparation extends World {
  core: TestCore;
  request(method: string, path: string, body?: unknown): Promise<Reply>;
}

type Input = Record<string, unknown>;

/**
 * For actions that need more than an example and ids: brings the world into the state where the action succeeds, and
 * answers what has to be in its input.
 */
export const preparedInputs: Record<string, (world: Preparation) => Promise<Input> | Input> = {
  list_contacts: () => ({ emailStatus: 'valid', limit: 10 }),
  list_events: () => ({ type: 'contact.created', limit: 2 }),
  list_replies: () => ({ needsAction: true }),
  list_messages: () => ({ state: 'awaiting_approval' }),
  list_campaigns: () => ({ state: 'draft' }),
  check_suppression: () => ({ value: 'ada@analytical.example' }),
  explain_score: async (world) => {
    await scored(world);
    return { recordId: world.ids.contactId };
  },
  update_company: () => ({ industry: 'Logistics', employeeCount: 120 }),
  add_contact_note: () => ({ text: 'Prefers to be called in the morning.' }),
  tag_contacts: ({ ids }) => ({ contactIds: [ids.contactId, nobody], tags: ['vip'] }),
  tag_companies: () => ({ tags: ['vip'] }),
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
  create_company: () => ({ domain: 'other.example' }),
  merge_companies: async ({ request }) => {
    const { body } = await request('POST', '/companies', { name: 'The same again' });
    return { otherCompanyId: body.data.id };
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
  delete_campaign: async ({ request }) => {
    const { body } = await request('POST', '/campaigns', { name: 'To be deleted' });
    return { campaignId: body.data.id };
  },
  pause_enrollment: () => ({ resumeAt: '2099-01-01T00:00:00.000Z' }),
  resume_enrollment: async ({ request, ids }) => {
    await request('POST', `/enrollments/${ids.enrollmentId}/pause`, {});
    return {};
  },
  update_message: () => ({ subject: 'Another subject' }),
  approve_messages: ({ ids }) => ({ messageIds: [ids.messageId], campaignId: undefined }),
  draft_answer: () => ({ bodyText: 'Gladly, here is more.' }),
  edit_answer: async (world) => {
    await drafted(world);
    return { bodyText: 'Even more.' };
  },
  approve_answer: drafted,
  classify_reply: () => ({ class: 'interested', returnDate: undefined }),
  mark_reply_read: () => ({ isRead: true }),
  forward_reply: () => ({ to: 'colleague@sandbox.example' }),
  update_webhook: () => ({ description: 'Another description' }),
  update_mailbox: () => ({ displayName: 'Another name' }),
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
  add_suppression: () => ({ value: 'other@blocked.example' }),
  update_target_profile: () => ({ name: 'Another name' }),
};

/** An id that no contact has. */
const nobody = 'con_01KABCDEFGHJKMNPQRSTVWXYZ0';

/** Ids of people in the built-in directory whose address is known. */
async function found({ request }: Preparation): Promise<string[]> {
  const { body } = await request('POST', '/search/people', { emailStatuses: ['valid'], limit: 3 });
  return body.data.people.map(({ id }: { id: string }) => id);
}

async function scored({ request, ids }: Preparation): Promise<void> {
  await request('POST', `/scoring/profiles/${ids.profileId}/publish`);
  await request('POST', '/scoring/contacts', { profileId: ids.profileId, contactIds: [ids.contactId] });
}

async function tagged({ request }: Preparation): Promise<Input> {
  const { body } = await request('POST', '/tags', { name: 'a-tag' });
  return { tagId: body.data.id };
}

async function launched({ request, ids }: Preparation): Promise<Input> {
  const { body } = await request('POST', `/campaigns/${ids.campaignId}/launch`);
  if (!body.ok) throw new Error(body.summary);
  return {};
}

async function drafted({ request, ids }: Preparation): Promise<Input> {
  const { body } = await request('POST', `/replies/${ids.replyId}/answer`, { bodyText: 'Gladly.' });
  if (!body.ok) throw new Error(body.summary);
  return {};
}
