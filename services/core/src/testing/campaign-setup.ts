import { expect } from 'vitest';
import { ManifestBuilder } from '../engine/approvals/manifest/manifest-builder.ts';
import { insertApproval, newApprovalId } from '../store/approvals/approval-store.ts';
import { insertManifest } from '../store/approvals/manifest-store.ts';
import { modelNamed } from '../store/erasure/contact-traces-store.ts';
import { findWorkspace } from '../store/workspaces/workspace-store.ts';
import type { Reply, TestCore } from './start-test-core.ts';

/** Window that is always open, so that due messages can be sent at any hour. */
export const alwaysOpen = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  from: '00:00',
  to: '24:00',
  timeZone: 'UTC',
};

export const twoSteps = [
  { subject: '{{ firstName }}, a question', body: 'Hello {{ firstName }},\n\nwho counts at {{ companyName }}?' },
  { waitDays: 3, body: 'Hello {{ firstName }}, did my question reach you?' },
];

let made = 0;

/** Adds a contact, eligible unless `over` changes that. Returns the ID. */
export async function addContact(core: TestCore, over: Record<string, unknown> = {}, key?: string): Promise<string> {
  const body = { ...newPerson(), ...over };
  const reply = await core.request('POST', '/contacts', { body, key });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.id;
}

function newPerson() {
  made += 1;
  return {
    email: `person${made}@company${made}.example`,
    emailStatus: 'valid',
    firstName: `Person${made}`,
    lastName: 'Example',
    companyName: `Company ${made}`,
    companyDomain: `company${made}.example`,
    declaredBasis: 'legitimate_interest',
  };
}

/** Adds several contacts in one request. `over` changes each of them. */
export async function addContacts(
  core: TestCore,
  count: number,
  { key, over = () => ({}) }: { key?: string; over?: (index: number) => object } = {},
): Promise<string[]> {
  if (count === 0) return [];
  const contacts = Array.from({ length: count }, (_, index) => ({ ...newPerson(), ...over(index) }));
  const { status, body } = await core.request('POST', '/contacts/bulk', { body: { contacts }, key });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.results.map(({ contactId }: { contactId: string }) => contactId);
}

export async function addCampaign(core: TestCore, over: Record<string, unknown> = {}): Promise<string> {
  const body = { name: 'Autumn', steps: twoSteps, window: alwaysOpen, ...over };
  const reply = await core.request('POST', '/campaigns', { body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data.id;
}

export function setPostalAddress(core: TestCore): Promise<Reply> {
  return core.request('PATCH', '/settings', { body: { postalAddress: 'Analytical Engines, 1 Long Street, London' } });
}

/** Launches a two-step campaign with this many new contacts. */
export async function launchCampaign(core: TestCore, people: number, over: Record<string, unknown> = {}) {
  await setPostalAddress(core);
  const campaignId = await addCampaign(core, over);
  const contactIds = await addContacts(core, people);
  await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body: { contactIds } });
  const launched = await core.request('POST', `/campaigns/${campaignId}/launch`, { body: {} });
  expect(launched.status, JSON.stringify(launched.body)).toBe(200);
  return { campaignId, contactIds };
}

/** Makes a person responsible for everything approved so far, whose changes then need another decision. */
export async function asIfByPerson({ workspaceId }: TestCore): Promise<void> {
  await modelNamed('Manifest').updateMany({ workspaceId }, { $set: { connectionId: null } });
}

export async function messagesOf(core: TestCore, campaignId: string, query = '') {
  return (await core.request('GET', `/messages?campaignId=${campaignId}${query}`)).body.data;
}

export async function enrollmentsOf(core: TestCore, campaignId: string) {
  return (await core.request('GET', `/enrollments?campaignId=${campaignId}`)).body.data;
}

/**
 * Runs the dry run, checks that `read` returns the same before and after, and executes exactly that plan. A different
 * plan is rejected.
 */
export async function dryThenReal(
  core: TestCore,
  method: string,
  path: string,
  body: unknown,
  read: string,
): Promise<{ plan: Reply['body']['data']; done: Reply }> {
  const before = await core.request('GET', read);
  const dry = await core.request(method, `${path}?dryRun=true`, { body });
  expect(dry.status, JSON.stringify(dry.body)).toBe(200);
  const after = await core.request('GET', read);
  expect(after.body.data).toEqual(before.body.data);
  const done = await core.request(method, path, { body, headers: { 'plan-digest': dry.body.data.planDigest } });
  expect(done.status, JSON.stringify(done.body)).toBeLessThan(300);
  return { plan: dry.body.data, done };
}

/** Adds a pending approval requested by a deleted key. */
export async function seedApproval(core: TestCore, workspaceId: string, contactId?: string): Promise<string> {
  const actor = { kind: 'api_key', id: 'key_gone', name: 'Agent' } as const;
  const asked = {
    connectionId: actor.id,
    actor,
    via: 'mcp',
    scopes: [],
    action: 'launch_campaign',
    input: '',
  } as const;
  const about = { summary: 'Would launch Autumn to 9 contacts.', reason: 'It writes to 9 people.', recipients: 9 };
  const record = { ...asked, ...about, workspaceId, scopes: [], inputDigest: '', idempotencyKey: 'key', credits: 0 };
  const more = { requestId: 'req', subjectIds: [], createdAt: core.deps.now() };
  const { id } = await insertApproval(newApprovalId(), { ...record, ...more });
  if (contactId !== undefined) await seedManifest(core, { workspaceId, approvalId: id, contactId });
  return id;
}

/** Stores what the approval would send to a contact. */
async function seedManifest(core: TestCore, ids: { workspaceId: string; approvalId: string; contactId: string }) {
  const { workspaceId, approvalId, contactId } = ids;
  const workspace = await findWorkspace(workspaceId);
  const builder = new ManifestBuilder('launch_campaign', workspace!);
  const mailbox = { address: 'ada@acme.example', displayName: 'Ada', replyTo: null, signature: 'Ada' };
  const none = { messageId: null, stepId: null, variantId: null, attachments: [], quote: '' };
  const own = { ...none, subject: 'A question', bodyText: 'Who counts?', bodyFormat: 'text' as const };
  const to = { contactId, to: 'bea@people.example', language: null, timeZone: 'UTC', earliestAt: core.deps.now() };
  builder.addOwn({ ...to, mailbox, own });
  const actor = { kind: 'api_key', id: 'key_gone', name: 'Agent' } as const;
  const facts = { actor, isApproved: false, connectionId: null, isByAutopilot: false, createdAt: core.deps.now() };
  await insertManifest(await builder.finish(null), { ...facts, workspaceId, approvalId });
}
