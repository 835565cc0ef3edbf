import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelNamed } from '../../store/erasure/contact-traces-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { addContact, addContacts, alwaysOpen } from '../../testing/campaign-setup.ts';
import { makeKeyOnPage, signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const now = new Date('2030-01-07T10:00:00Z');
let core: TestCore;
let browser: Browser;
/** A key whose launches need a person, and one without limits. */
let key: string;
let unattended: string;

beforeAll(async () => {
  core = await startTestCore({ now: () => now });
  ({ browser, key: unattended } = await signUpWithKey(core));
  key = await makeKeyOnPage(browser);
  await send('PATCH', '/settings', { postalAddress: 'Acme Ltd, 1 Road, Town' });
});
afterAll(() => core.stop());

async function send(method: string, path: string, body: object = {}, by = unattended) {
  const reply = await core.request(method, path, { key: by, ...(method !== 'GET' && { body }) });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}

const branched =
  '{% if firstName == "Tom" %}Special offer{% else %}Hello {{ firstName }}{% endif %} at {{ companyName }}';
const steps = [
  { subject: 'One', body: branched, variants: [{ body: 'B: {{ firstName }}' }] },
  { waitDays: 3, body: 'Again {{ firstName }}', variants: [] },
];

/** Without variants, everyone gets the branches. */
const plain = steps.map(({ variants: _variants, ...step }) => step);

async function asked(people: Record<string, unknown>[], over: object = {}) {
  const { id: campaignId } = await send('POST', '/campaigns', { name: 'Autumn', steps, window: alwaysOpen, ...over });
  const contactIds: string[] = [];
  for (const person of people) contactIds.push(await addContact(core, person, unattended));
  await send('POST', `/campaigns/${campaignId}/enrollments`, { contactIds });
  const { approval } = await send('POST', `/campaigns/${campaignId}/launch`, {}, key);
  return { campaignId, contactIds, approvalId: String(approval.id) };
}
async function decide(approvalId: string, decision: 'approve' | 'decline') {
  const path = `/app/approvals/${approvalId}`;
  const digest = /name="digest" value="([^"]+)"/.exec((await browser.get(path)).html)?.[1] ?? '';
  return browser.submit(path, path, { decision, digest });
}
function manifestOf(approvalId: string) {
  return send('GET', `/approvals/${approvalId}/manifest`);
}
function exact(approvalId: string, contactId: string) {
  return send('GET', `/approvals/${approvalId}/manifest/${contactId}`);
}
async function pendingHeld() {
  const all = await send('GET', '/approvals?isPending=true');
  return all.find(({ action }: Record<string, string>) => action === 'approve_messages');
}

test('shows every text of a launch by branch, and the exact messages of any person', async () => {
  const { approvalId, contactIds } = await asked([{ firstName: 'Ada' }, { firstName: 'Grace' }, { firstName: 'Tom' }]);
  const { groups, groupCount } = await manifestOf(approvalId);
  expect(groupCount).toBe(2);
  const [general, special] = groups;
  expect(general).toMatchObject({
    recipientCount: 2,
    sender: expect.stringContaining('<'),
    mayVary: ['companyName', 'firstName'],
  });
  expect(general.steps.map(({ variantId, body }: Record<string, string>) => [variantId, body])).toEqual([
    ['A', 'Hello {{ firstName }} at {{ companyName }}'],
    ['B', 'B: {{ firstName }}'],
    ['A', 'Again {{ firstName }}'],
  ]);
  expect(special.steps[0]).toMatchObject({ body: 'Special offer at {{ companyName }}', branch: 'firstName == "Tom"' });
  expect(special.footer).toContain('Acme Ltd, 1 Road, Town');
  const { messages } = await exact(approvalId, contactIds[2]!);
  expect(messages).toHaveLength(2);
  expect(messages[1]).toMatchObject({ subject: 'Re: One', bodyText: expect.stringMatching(/^Again Tom\n/) });
  const strange = await core.request('GET', `/approvals/${approvalId}/manifest/con_01M7Y0F476A871RTS0A3FSG7BW`, {
    key,
  });
  expect(strange.status).toBe(404);
});

test('sends what the approval showed, and holds what changed until someone approves the change', async () => {
  const { campaignId, contactIds, approvalId } = await asked([{ firstName: 'Ada' }, { firstName: 'Grace' }]);
  const shown = await exact(approvalId, contactIds[0]!);
  await decide(approvalId, 'approve');
  await send('POST', '/sandbox/deliver');
  const sent = await inState(campaignId, 'sent');
  expect(sent).toHaveLength(2);
  const own = sent.find(({ contactId }) => contactId === contactIds[0]);
  expect(shown.messages[0].bodyText.startsWith(own?.bodyText)).toBe(true);
  await send('PATCH', '/settings', { senderName: 'CEO of Your Bank' });
  await send('POST', '/sandbox/clock', { advance: 'P4D' });
  await send('POST', '/sandbox/deliver');
  expect(await inState(campaignId, 'awaiting_approval')).toHaveLength(2);
  const request = await pendingHeld();
  expect(request).toMatchObject({ replaces: approvalId, recipients: 2, expiresAt: null });
  expect(request.heldMessageIds).toHaveLength(2);
  expect(request.differences).toMatchObject([{ field: 'sender', after: expect.stringContaining('CEO of Your Bank') }]);
  expect(request.differences[0].messages).toHaveLength(2);
  expect((await manifestOf(request.id)).groups[0].sender).toContain('CEO of Your Bank');
  await decide(request.id, 'approve');
  await send('POST', '/sandbox/deliver');
  expect(await inState(campaignId, 'sent')).toHaveLength(4);
  await send('PATCH', '/settings', { senderName: 'Ada Lovelace' });
});

test('declining a request about held messages cancels them', async () => {
  const { campaignId, contactIds, approvalId } = await asked([{ firstName: 'Ada' }], { steps: plain });
  await decide(approvalId, 'approve');
  await send('PATCH', `/contacts/${contactIds[0]}`, { firstName: 'Tom' });
  await send('POST', '/sandbox/deliver');
  const request = await pendingHeld();
  expect(request.differences.map(({ field }: { field: string }) => field)).toEqual(['body']);
  await decide(request.id, 'decline');
  expect(await inState(campaignId, 'cancelled')).toHaveLength(1);
});

test('sends changed messages of an unattended key under the same authority', async () => {
  const { id: campaignId } = await send('POST', '/campaigns', { name: 'Own', steps: plain, window: alwaysOpen });
  const contactId = await addContact(core, { firstName: 'Ada' }, unattended);
  await send('POST', `/campaigns/${campaignId}/enrollments`, { contactIds: [contactId] });
  await send('POST', `/campaigns/${campaignId}/launch`);
  await send('PATCH', `/contacts/${contactId}`, { firstName: 'Tom' });
  await send('POST', '/sandbox/deliver');
  await send('POST', '/sandbox/deliver');
  expect(await inState(campaignId, 'sent')).toHaveLength(1);
  expect(await pendingHeld()).toBeUndefined();
});

test('holds nothing because of an upgrade, and checks what was stored from then on', async () => {
  const { campaignId, contactIds, approvalId } = await asked([{ firstName: 'Ada' }], { steps: plain });
  await decide(approvalId, 'approve');
  // As a version without manifests left it.
  for (const name of ['Manifest', 'ManifestPerson']) await modelNamed(name).deleteMany({ campaignId });
  await modelNamed('Campaign').updateOne({ _id: campaignId }, { $unset: { manifestId: '' } });
  await modelNamed('Message').updateMany({ campaignId }, { $unset: { approvedTexts: '' } });
  await send('PATCH', `/contacts/${contactIds[0]}`, { firstName: 'Tom' });
  await send('POST', '/sandbox/deliver');
  expect(await inState(campaignId, 'sent')).toMatchObject([{ bodyText: expect.stringContaining('Special offer') }]);
  await send('PATCH', '/settings', { postalAddress: 'Elsewhere 1, Town' });
  await send('POST', '/sandbox/clock', { advance: 'P4D' });
  await send('POST', '/sandbox/deliver');
  const [held] = await inState(campaignId, 'awaiting_approval');
  const all = await send('GET', '/approvals?isPending=true');
  const request = all.find(({ heldMessageIds }: { heldMessageIds: string[] }) => heldMessageIds.includes(held!.id));
  expect(request).toMatchObject({
    replaces: null,
    differences: [{ field: 'footer', after: expect.stringContaining('Elsewhere') }],
  });
});

test('rejects a launch whose recipients get more texts than a person can read', async () => {
  const names = Array.from({ length: 101 }, (_, index) => `Name${index}`);
  const body = `Hi {% case firstName %}${names.map((name) => `{% when "${name}" %}${name}`).join('')}{% endcase %} there`;
  const { id: campaignId } = await send('POST', '/campaigns', {
    name: 'Many',
    steps: [{ subject: 'One', body }],
    window: alwaysOpen,
  });
  const over = (index: number) => ({ firstName: names[index] });
  const contactIds = await addContacts(core, names.length, { key: unattended, over });
  await send('POST', `/campaigns/${campaignId}/enrollments`, { contactIds });
  const { status, body: answer } = await core.request('POST', `/campaigns/${campaignId}/launch?dryRun=true`, {
    key: unattended,
    body: {},
  });
  expect([status, answer.error.code]).toEqual([409, 'limit_reached']);
  expect(answer.error.message).toContain('firstName == "Name0"');
});

async function inState(campaignId: string, state: string) {
  const found: { id: string; contactId: string; bodyText: string }[] = await send(
    'GET',
    `/messages?campaignId=${campaignId}&state=${state}`,
  );
  return found;
}
