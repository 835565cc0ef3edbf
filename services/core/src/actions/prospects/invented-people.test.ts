import { afterAll, beforeAll, expect, test } from 'vitest';
import { noGap } from '../../domain/sending/send-slot.ts';
import { sendDue } from '../../engine/sending/send-due.ts';
import { openDirectory } from '../../providers/prospects/directory/directory.ts';
import { createPorts } from '../../start/ports.ts';
import { alwaysOpen, twoSteps } from '../../testing/campaign-setup.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { returnInvented } from '../../worker/workspaces/retention-loop.ts';

let core: TestCore;
let sink: SmtpSink;
beforeAll(async () => {
  const environment = { ALLOW_RESERVED_RECIPIENTS: 'false', BASE_URL: 'https://outbound.example' };
  core = await startTestCore({ environment });
  sink = await startSmtpSink();
});
afterAll(async () => {
  await sink?.stop();
  await core?.stop();
});

/** People with a confirmed address, each of another company. */
const confirmed = openDirectory()
  .people.filter(({ emailStatus }) => emailStatus === 'valid')
  .filter(({ company }, index, all) => all[index - 1]?.company !== company);

/** A new workspace, and requests as its key. */
async function enter() {
  const { workspaceId, key } = await core.addWorkspace();
  async function ask(method: string, path: string, body?: object) {
    const reply = await core.request(method, path, { key, body });
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    return reply.body;
  }
  async function reveal(count: number): Promise<string[]> {
    const ids = confirmed.slice(0, count).map(({ id }) => id);
    const { data } = await ask('POST', '/search/people/reveal', { ids });
    return data.items.map(({ contactId }: { contactId: string }) => contactId);
  }
  const smtp = { host: '127.0.0.1', port: sink.port, security: 'none' };
  const mailbox = (address: string) => ({ address, smtp, gapSeconds: noGap });
  const connect = (address = 'ada@analytical.com') => ask('POST', '/mailboxes', mailbox(address));
  async function campaign(contactIds: string[]) {
    await ask('PATCH', '/settings', { postalAddress: '1 Long Street, London', perCompanyDailyCap: 1000 });
    const { data } = await ask('POST', '/campaigns', { name: 'Autumn', steps: twoSteps, window: alwaysOpen });
    const enrolled = await ask('POST', `/campaigns/${data.id}/enrollments`, { contactIds });
    return { campaignId: data.id as string, enrolled: enrolled.data };
  }
  const ledger = async (kind: string) => (await ask('GET', `/credits/ledger?kind=${kind}`)).data;
  return { workspaceId, key, ask, reveal, connect, mailbox, campaign, ledger };
}

async function send(workspaceId: string): Promise<void> {
  await sendDue(core.deps, { workspaceId });
}

test('the sandbox shows invented people as such, sells them, and sends to them without leaving the machine', async () => {
  const { workspaceId, ask, reveal, campaign } = await enter();
  const { data: found } = await ask('POST', '/search/people', { emailStatuses: ['valid'], limit: 5 });
  expect(found.people).toHaveLength(5);
  for (const person of found.people) expect(person).toMatchObject({ isInvented: true, emailStatus: 'unverified' });
  const { data: companies } = await ask('POST', '/search/companies', { limit: 2 });
  for (const company of companies.companies) expect(company.isInvented).toBe(true);

  const contactIds = await reveal(3);
  expect((await ask('GET', '/credits/balance')).data.balance).toBe(997);
  const { data: contact } = await ask('GET', `/contacts/${contactIds[0]}`);
  expect(contact).toMatchObject({ isInvented: true, emailStatus: 'unverified' });
  expect((await ask('GET', `/companies/${contact.companyId}`)).data.isInvented).toBe(true);
  const { data: selected } = await ask('POST', '/contacts/query', {
    where: { field: 'isInvented', op: 'eq', value: true },
  });
  expect(selected.map(({ id }: { id: string }) => id).sort()).toEqual([...contactIds].sort());

  const { campaignId, enrolled } = await campaign(contactIds);
  expect(enrolled).toMatchObject({ enrolledCount: 3 });
  await ask('POST', `/campaigns/${campaignId}/launch`, {});
  await send(workspaceId);
  const { data: messages } = await ask('GET', `/messages?campaignId=${campaignId}&state=sent`);
  expect(messages).toHaveLength(3);
  expect(sink.sources).toEqual([]);
});

test('the first real mailbox ends the directory and returns its credits once', async () => {
  const { key, ask, reveal, connect, mailbox, ledger } = await enter();
  const [contactId] = await reveal(4);
  const dry = await ask('POST', '/mailboxes?dryRun=true', mailbox('ada@analytical.com'));
  expect(dry.data.summary).toContain('return 4 credits spent on invented people');
  const options = { key, body: mailbox('ada@analytical.com'), idempotencyKey: 'connect' };
  for (const _ of ['first', 'repeated'])
    expect((await core.request('POST', '/mailboxes', options)).body.summary).toContain('returned 4 credits');
  await connect('grace@analytical.com');
  expect(await ledger('refund')).toMatchObject([
    { amount: 4, action: 'connect_mailbox', note: 'Credits spent on invented people.' },
  ]);
  expect((await ask('GET', '/credits/balance')).data.balance).toBe(1_000);

  for (const [path, member] of [
    ['people', 'people'],
    ['companies', 'companies'],
  ] as const) {
    const { data } = await ask('POST', `/search/${path}`, { description: 'logistics' });
    expect(data).toMatchObject({ total: 0, [member]: [], sources: [{ name: 'own' }] });
  }
  const { data } = await ask('POST', '/search/people/reveal', { ids: [confirmed[9]!.id] });
  expect(data.items).toMatchObject([{ outcome: 'skipped', reason: 'not_found', contactId: null }]);
  const named = await core.request('POST', '/search/people', { key, body: { sources: ['directory'] } });
  expect(named.body.error).toMatchObject({ field: 'sources', allowedValues: ['own'] });
  expect((await ask('GET', `/contacts/${contactId}`)).data.isInvented).toBe(true);
});

test('with a real mailbox, no invented person is enrolled, launched, or emailed', async () => {
  const { workspaceId, ask, reveal, connect, campaign } = await enter();
  const contactIds = await reveal(3);
  const running = await campaign(contactIds.slice(0, 2));
  await ask('POST', `/campaigns/${running.campaignId}/launch`, {});
  const real = {
    email: 'grace@navy.com',
    emailStatus: 'valid',
    declaredBasis: 'legitimate_interest',
    firstName: 'Grace',
    companyName: 'Navy',
  };
  const { data: grace } = await ask('POST', '/contacts', real);
  const { data: typed } = await ask('POST', '/contacts', {
    ...real,
    email: 'x@mail.example.org',
    emailStatus: 'valid',
  });
  const waiting = await campaign([contactIds[2]!]);
  await connect();

  const again = await campaign([...contactIds, typed.id, grace.id]);
  const skipped = again.enrolled.items.filter(({ reason }: { reason?: string }) => reason === 'invented_person');
  expect(skipped).toHaveLength(4);
  expect(again.enrolled.enrolledCount).toBe(1);

  const plan = await ask('POST', `/campaigns/${waiting.campaignId}/launch?dryRun=true`, {});
  expect(plan.data.effects.filter(({ op }: { op: string }) => op === 'send')).toEqual([]);
  expect(plan.data.skipped).toMatchObject([{ id: contactIds[2], reason: 'invented_person' }]);
  for (const id of [waiting.campaignId, again.campaignId]) await ask('POST', `/campaigns/${id}/launch`, {});
  await send(workspaceId);
  expect(sink.sources.map((source) => /^To: (.*)$/m.exec(source)?.[1]?.trim())).toEqual(['grace@navy.com']);
  const { data: messages } = await ask('GET', `/messages?campaignId=${running.campaignId}`);
  expect(messages).toMatchObject([{ skipReason: 'invented_person' }, { skipReason: 'invented_person' }]);
  const { data: ended } = await ask('GET', `/enrollments?campaignId=${waiting.campaignId}`);
  expect(ended).toMatchObject([{ state: 'removed', endReason: 'invented_person' }]);

  // A contact can be invented although its address was changed.
  const { data: other } = await ask('PATCH', `/contacts/${contactIds[2]}`, {
    email: 'real@navy.com',
    emailStatus: 'valid',
  });
  expect(other).toMatchObject({ isInvented: true, emailStatus: 'valid' });
  const late = await campaign([contactIds[2]!]);
  expect(late.enrolled.items).toMatchObject([{ reason: 'invented_person' }]);
});

test.each([
  'a@b.example',
  'a@B.Example',
  'a@x.test',
  'a@x.invalid',
  'a@host.localhost',
  'a@example.com',
  'a@mail.example.net',
])('the status of %s is unverified, whatever a caller or verifier says', async (email) => {
  const { ask } = await enter();
  const { data } = await ask('POST', '/contacts', { email, emailStatus: 'valid' });
  expect(data.emailStatus).toBe('unverified');
  const path = `/contacts/${data.id}`;
  expect((await ask('PATCH', path, { emailStatus: 'catch_all' })).data.emailStatus).toBe('unverified');
  const row = { email, emailStatus: 'valid' };
  await ask('POST', '/contacts/bulk', { contacts: [row] });
  expect((await ask('GET', path)).data.emailStatus).toBe('unverified');
  const verified = await ask('POST', `${path}/verify-email`, { force: true });
  expect(verified).toMatchObject({ data: { contact: { emailStatus: 'unverified' }, reason: 'reserved_domain' } });
  expect((await ask('GET', '/credits/balance')).data.balance).toBe(1_000);
});

test('names that only look reserved keep their status', async () => {
  const { ask } = await enter();
  for (const email of ['a@notexample.com', 'a@example.com.de', 'a@test.de'])
    expect((await ask('POST', '/contacts', { email, emailStatus: 'valid' })).data.emailStatus).toBe('valid');
});

test('inventedPeople: false switches the directory off, only in this workspace', async () => {
  const { ask } = await enter();
  const other = await enter();
  expect((await ask('GET', '/settings')).data.inventedPeople).toBe(true);
  expect((await ask('PATCH', '/settings', { inventedPeople: false })).data.inventedPeople).toBe(false);
  expect((await ask('POST', '/search/people', { titles: ['CTO'] })).data.total).toBe(0);
  expect((await other.ask('POST', '/search/people', { titles: ['CTO'] })).data.total).toBeGreaterThan(0);
});

test('a provider of the installation closes the directory, and the worker returns its credits once', async () => {
  const { reveal, ledger } = await enter();
  await reveal(2);
  const config = { ...core.config, hunterApiKey: 'key' };
  const withProvider = { ...core.deps, config, ports: createPorts(config) };
  for (const _ of ['first', 'repeated']) await returnInvented(withProvider);
  expect(await ledger('refund')).toMatchObject([{ amount: 2, action: 'return_credits' }]);
  const names = (await withProvider.ports.prospects.openTo('wsp_1')).map(({ name }) => name);
  expect(names).toEqual(['own', 'hunter']);
});

test.each([
  ['heads of sales at Siemens in Munich', /^No company named Siemens in your sources\./],
  ['CTOs in Atlantis', /^No place named Atlantis in your sources\. Found/],
  ['dragon tamers at fintech companies', /^No title like “dragon tamers” in your sources\./],
  ['heads of sales at SaaS companies in Germany', /^Found \d+ people\.$/],
])('the answer to "%s" says first what matches nothing', async (description, summary) => {
  const { ask } = await enter();
  const answer = await ask('POST', '/search/people', { description });
  expect(answer.summary).toMatch(summary);
  expect(answer.summary.startsWith(answer.data.unmatched.join(' '))).toBe(true);
});
