import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDue } from '../../engine/sending/send-due.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { startRunningCampaign } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
const now = new Date('2030-01-07T10:00:00Z');
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

const variants = [{ id: 'B', subject: 'Another subject', body: 'Another text.' }];
const steps = [
  { id: 'stp_1', thread: 'new' as const, waitMinutes: 0, subject: 'Hello', body: 'Hello {{ firstName }}.', variants },
  { id: 'stp_2', thread: 'reply' as const, waitMinutes: 1_440, subject: '', body: 'Again.', variants: [] },
];

async function running(smtpPort: number | null = null) {
  const { workspaceId } = await core.addWorkspace();
  const started = await startRunningCampaign({ workspaceId, people: 4, smtpPort, now, campaign: { steps } });
  await sendDue(core.deps);
  const browser = await signedIn(core, workspaceId);
  return { ...started, browser, path: `/app/campaigns/${started.campaign.id}` };
}

test('shows the numbers of each step and text, and the messages planned for each day', async () => {
  const { browser, path, contacts } = await running();
  const { status, html } = await browser.get(path);
  expect(status).toBe(200);
  for (const text of ['Steps, table', 'Variant A', 'Variant B', 'Schedule', '2030-01-08', 'after 1 day']) {
    expect(html, text).toContain(text);
  }
  expect(html).toMatch(/<td class="end">0<\/td><td class="end"><a href="[^"]+">4<\/a>/);
  expect(html).toContain('too early to tell');
  expect(html).toContain(`href="/app/contacts/${contacts[0]!.id}"`);
  expect(html).toContain('The next follow-ups are not due yet.');
});

test('a period shows its own numbers of the campaign, compared with the one before', async () => {
  const { browser, path } = await running();
  const all = (await browser.get(path)).html;
  expect(all).toMatch(/<dt>Contacted<\/dt>.*title="4 of 4 enrolled">100%/s);
  const week = (await browser.get(`${path}?period=7`)).html;
  expect(week).toContain('vs previous');
  expect(week).toMatch(/<dt>Sent<\/dt><dd><a [^>]*aria-current="true"[^>]*>4<\/a>/);
  expect(week).toContain('By mailbox');
});

test('shows no send time while the campaign cannot send', async () => {
  const [sending, held] = [await running(), await running(2525)];
  expect((await sending.browser.get(sending.path)).html).not.toContain('Sending is on hold');
  const { html } = await held.browser.get(held.path);
  expect(html).toContain('Sending is on hold');
  expect(html.match(/>when sending resumes</g)).toHaveLength(4);
});

test('previews the sequence for any contact found by search', async () => {
  const { browser, path, contacts } = await running();
  const first = (await browser.get(`${path}/preview`)).html;
  expect(first).toContain('<bdi>Person1</bdi>');
  expect(first).toContain('Re: ');
  const found = (await browser.get(`${path}/preview?q=Person3`)).html;
  expect(found).toContain(`href="${path}/preview?contactId=${contacts[3]!.id}"`);
  const own = (await browser.get(`${path}/preview?contactId=${contacts[3]!.id}`)).html;
  expect([own.includes('<bdi>Person3</bdi>'), own.includes('<bdi>Person1</bdi>')]).toEqual([true, false]);
  expect(own).toContain('to person3@company3.example');
});
