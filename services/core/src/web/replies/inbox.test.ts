import type { Browser as Chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertReply, type NewReply } from '../../store/replies/reply-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { chromiumPath, pageAs, startChromium } from '../../testing/pages/chromium.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { seedWorld, type World } from '../../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let world: World;
let browser: Browser;
let count = 0;

beforeAll(async () => {
  core = await startTestCore();
});
beforeEach(async () => {
  world = await seedWorld(core);
  browser = await signedIn(core, world.workspaceId);
});
afterAll(() => core.stop());

async function receive(more: Partial<NewReply>): Promise<string> {
  count += 1;
  const mail: NewReply = {
    mailboxId: world.ids.mailboxId!,
    messageId: null,
    campaignId: null,
    enrollmentId: null,
    contactId: null,
    fromAddress: 'eve@home.example',
    fromName: 'Eve Moore',
    subject: `Mail ${count}`,
    bodyText: 'Hi.',
    attachments: [],
    messageIdHeader: `<mail${count}@home.example>`,
    references: [],
    returnDate: null,
    class: 'interested',
    confidence: 0.82,
    classifiedBy: 'rule',
    needsAction: true,
    receivedAt: new Date(core.deps.now().getTime() + count * 1_000),
  };
  return (await insertReply(world.workspaceId, { ...mail, ...more }, core.deps.now())).id;
}

test('shows the sender, beginning, class, and confidence of replies, and filters them', async () => {
  await receive({ bodyText: '> quoted\nYes, <b>gladly</b>.', subject: 'Re: Hello' });
  const { html } = await browser.get('/app/inbox');
  for (const text of ['Eve Moore', 'Yes, &lt;b&gt;gladly', '82%', 'Ada Lovelace']) expect(html).toContain(text);
  expect(html).not.toContain('quoted');
  const interested = (await browser.get('/app/inbox?class=interested')).html;
  expect([interested.includes('Eve Moore'), interested.includes('Ada Lovelace')]).toEqual([true, false]);
  expect((await browser.get('/app/inbox?class=complaint')).html).toContain('No replies match.');
  expect((await browser.get('/app/inbox?q=gladly&view=needs-you')).html).toContain('Eve Moore');
});

test('a reply that is read leaves the unread view, and can be marked unread again', async () => {
  const id = await receive({});
  const path = `/app/replies/${id}`;
  const isUnread = async () => (await browser.get('/app/inbox?view=unread')).html.includes(id);
  expect(await isUnread()).toBe(true);
  expect((await browser.submit(path, `${path}/read`, { isRead: 'true' })).location).toBe(path);
  expect(await isUnread()).toBe(false);
  expect((await browser.submit(path, `${path}/read`, { isRead: 'false' })).location).toBe('/app/inbox');
  expect(await isUnread()).toBe(true);
});

test('assigns unmatched mail to the person who wrote it', async () => {
  const id = await receive({ state: 'unmatched' });
  expect((await browser.get('/app/inbox')).html).not.toContain(id);
  expect((await browser.get('/app/inbox?view=unmatched')).html).toContain(id);
  const { html } = await browser.get(`/app/replies/${id}`);
  expect(html).toContain('eve@other.example');
  const assign = /href="(\/app\/do\/assign_reply[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
  const plan = await browser.get(assign);
  const fields = [...plan.html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  expect(plan.html).toContain('Eve Moore');
  await browser.post('/app/do/assign_reply', Object.fromEntries(fields.map(([, name, value]) => [name!, value!])));
  const assigned = await core.request('GET', `/replies/${id}`, { key: world.key });
  expect(assigned.body.data).toMatchObject({ state: 'new', contactId: world.ids.otherContactId });
});

test('shows a reply in its whole thread, with the previous and next one, and corrects its class', async () => {
  const id = await receive({ contactId: world.ids.contactId, bodyText: 'And one more thing.' });
  const { html } = await browser.get(`/app/replies/${id}`);
  for (const text of ['A question.', 'Tell me more.', 'And one more thing.']) expect(html).toContain(text);
  expect(html).toContain(`href="/app/replies/${world.ids.replyId}"`);
  expect(html).toContain('82% confidence, by rule');
  const form = await browser.get(`/app/do/classify_reply?replyId=${id}&class=not_now&back=/app/replies/${id}`);
  expect(form.html).toContain('<option value="not_now" selected>');
});

describe.skipIf(chromiumPath === undefined)('keyboard shortcuts', () => {
  let chrome: Chromium;
  beforeAll(async () => {
    chrome = await startChromium();
  });
  afterAll(() => chrome?.close());

  test('j, k, r, and e navigate the inbox without a mouse', async () => {
    const newest = await receive({});
    const page = await pageAs(chrome, browser);
    await page.goto(`${core.url}/app/inbox`);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app/replies/${newest}`);
    await page.keyboard.press('r');
    expect(await page.evaluate('document.activeElement.id')).toBe('bodyText');
    await page.keyboard.press('Escape');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('j');
    await page.waitForURL(`**/app/replies/${world.ids.replyId}`);
    await page.keyboard.press('e');
    await page.waitForURL('**/app/do/dismiss_reply**');
  });
});
