import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
let key: string;

beforeAll(async () => {
  core = await startTestCore();
});
beforeEach(async () => {
  browser = new Browser(core.url);
  await browser.signUp(`${randomUUID()}@example.org`);
  const fields = { name: 'Agent', preset: 'all' };
  const form = await browser.submit('/app/integrations/keys/new', '/app/integrations/keys', fields);
  const scopes = [...form.html.matchAll(/name="scopes" value="([^"]+)"/g)].map(([, scope]) => scope!);
  const created = await browser.submit('/app/integrations/keys/new', '/app/integrations/keys', {
    name: 'Agent',
    scopes,
    password: 'correct horse battery',
  });
  key = /obk_live_\w{38}/.exec(created.html)![0];
});
afterAll(() => core.stop());

async function api(path: string, body: object) {
  return (await core.request('POST', path, { key, body })).body.data;
}

/** A drafted campaign with one person in it. */
async function draftedCampaign(more: object = {}): Promise<string> {
  const person = { email: 'grace@compiler.example', firstName: 'Grace', lastName: 'Hopper' };
  const company = { companyName: 'Compiler', companyDomain: 'compiler.example' };
  const contact = await api('/contacts', { ...person, ...company, declaredBasis: 'legitimate_interest' });
  const step = { subject: '{{ firstName }}, a <question>', body: 'Hello {{ firstName }}.' };
  const allowedEmailStatuses = ['valid', 'unverified'];
  const campaign = await api('/campaigns', { name: 'Autumn', steps: [step], allowedEmailStatuses, ...more });
  await api(`/campaigns/${campaign.id}/enrollments`, { contactIds: [contact.id] });
  return campaign.id;
}

function hiddenIn(html: string) {
  return Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
}

async function confirm(address: string) {
  const page = await browser.get(address);
  const [path] = address.split('?');
  return browser.post(path!, hiddenIn(page.html));
}

function giveAddress() {
  return core.request('PATCH', '/settings', { key, body: { postalAddress: '1 Main St, London' } });
}

test('a draft opens with its text, and its report shows why it is not sending', async () => {
  const campaignId = await draftedCampaign();
  expect((await browser.get('/app/campaigns')).html).toContain(`href="/app/campaigns/${campaignId}"`);
  const { html } = await browser.get(`/app/campaigns/${campaignId}`);
  expect(html).toContain('{{ firstName }}, a &lt;question&gt;');
  expect((await browser.get(`/app/campaigns/${campaignId}/report`)).html).toContain('It has not been launched.');
  expect(html).toContain(`href="/app/do/launch_campaign?campaignId=${campaignId}&amp;back`);
});

test('a rejected launch names the missing parts, and the start page asks for them', async () => {
  const campaignId = await draftedCampaign();
  expect((await browser.get('/app')).html).toContain('Add your postal address');
  const { status, html } = await browser.get(
    `/app/do/launch_campaign?campaignId=${campaignId}&back=/app/campaigns/${campaignId}`,
  );
  expect(status).toBeGreaterThanOrEqual(400);
  expect(html).toContain('postal address');
  expect(html).not.toContain('name="digest"');
});

test('a person launches after viewing the first message, and the audit log names them', async () => {
  const campaignId = await draftedCampaign();
  await giveAddress();
  const address = `/app/do/launch_campaign?campaignId=${campaignId}&back=/app/campaigns/${campaignId}`;
  const plan = await browser.get(address);
  expect(plan.html).toContain('Grace, a &lt;question&gt;');
  expect(plan.html).toContain('1 Main St, London');
  expect((await confirm(address)).location).toBe(`/app/campaigns/${campaignId}`);
  const campaign = await core.request('GET', `/campaigns/${campaignId}`, { key });
  expect(campaign.body.data.state).toBe('running');
  const page = await browser.get(`/app/campaigns/${campaignId}`);
  expect(page.html).toContain('Launched Autumn');
  expect((await browser.get(`/app/campaigns/${campaignId}`)).html).not.toContain('Launched Autumn');
  expect(page.html).toContain('grace@compiler.example');
  const audit = await core.request('GET', '/audit?action=launch_campaign', { key });
  expect(audit.body.data[0]).toMatchObject({ via: 'app', actor: { kind: 'user', name: 'Ada Lovelace' } });

  expect(
    (await confirm(`/app/do/pause_campaign?campaignId=${campaignId}&back=/app/campaigns/${campaignId}`)).status,
  ).toBe(302);
  expect((await browser.get(`/app/campaigns/${campaignId}`)).html).toContain('resume_campaign');
});

test("another workspace's campaign looks like a missing one", async () => {
  const campaignId = await draftedCampaign();
  const stranger = new Browser(core.url);
  await stranger.signUp(`${randomUUID()}@example.org`);
  for (const path of [
    `/app/campaigns/${campaignId}`,
    `/app/do/launch_campaign?campaignId=${campaignId}&back=/app/campaigns/${campaignId}`,
  ]) {
    expect((await stranger.get(path)).status).toBe(404);
  }
});

test('a confirmation without its plan shows the plan and does nothing', async () => {
  const campaignId = await draftedCampaign();
  await giveAddress();
  const { _csrf = '', wish = '' } = hiddenIn(
    (await browser.get(`/app/do/launch_campaign?campaignId=${campaignId}&back=/app/campaigns/${campaignId}`)).html,
  );
  const answer = await browser.post('/app/do/launch_campaign', { _csrf, wish });
  expect(answer.status).toBe(200);
  expect(answer.html).toContain('name="digest"');
  const campaign = await core.request('GET', `/campaigns/${campaignId}`, { key });
  expect(campaign.body.data.state).toBe('draft');
});

test('the list continues on the next page, and can be filtered by state and name', async () => {
  const step = { subject: 'Hello', body: 'Hello.' };
  for (let number = 1; number <= 51; number += 1)
    await api('/campaigns', { name: `Campaign ${number}`, steps: [step] });
  const first = await browser.get('/app/campaigns');
  expect(first.html).toContain('Campaign 51<');
  expect(first.html).not.toContain('Campaign 1<');
  const more = /href="([^"]*cursor=[^"]*)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
  const second = await browser.get(more);
  expect(second.html).toContain('Campaign 1<');
  expect(second.html).not.toContain('Campaign 2<');
  expect((await browser.get('/app/campaigns?state=draft&q=campaign+51')).html).toContain('Campaign 51<');
  expect((await browser.get('/app/campaigns?state=running')).html).toContain('No campaigns match these filters.');
});
