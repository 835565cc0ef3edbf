import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewReply } from '../../store/replies/reply-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { receiveReply } from '../../testing/pages/receive-reply.ts';
import { signedIn } from '../../testing/pages/signed-in.ts';
import { seedWorld, type World } from '../../testing/seed-world.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let world: World;
let browser: Browser;

beforeAll(async () => {
  core = await startTestCore();
});
beforeEach(async () => {
  world = await seedWorld(core);
  browser = await signedIn(core, world.workspaceId);
});
afterAll(() => core.stop());

function receive(more: Partial<NewReply>): Promise<string> {
  return receiveReply(core, world, more);
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

test('shows a reply in its whole thread beside the others, and corrects its class', async () => {
  const id = await receive({ contactId: world.ids.contactId, bodyText: 'And one more thing.' });
  const { html } = await browser.get(`/app/replies/${id}`);
  for (const text of ['A question.', 'Tell me more.', 'And one more thing.']) expect(html).toContain(text);
  expect(html).toContain(`href="/app/replies/${world.ids.replyId}"`);
  expect(html).toContain('82% confidence, by rule');
  expect((await browser.submit(`/app/replies/${id}`, `/app/replies/${id}/class`, { class: 'not_now' })).location).toBe(
    `/app/replies/${id}`,
  );
  expect((await replyNow(id)).class).toBe('not_now');
  await undo(`/app/replies/${id}`);
  expect((await replyNow(id)).class).toBe('interested');
  // An opt-out cannot be taken back, so a page asks first.
  const final = await browser.submit(`/app/replies/${id}`, `/app/replies/${id}/class`, { class: 'unsubscribe' });
  expect(final.location).toContain('/app/do/classify_reply');
  expect((await replyNow(id)).class).toBe('interested');
});

async function replyNow(id: string) {
  return (await core.request('GET', `/replies/${id}`, { key: world.key })).body.data;
}

/** Presses Undo on the page. */
async function undo(path: string) {
  const { html } = await browser.get(path);
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1];
  if (token === undefined) throw new Error('the page offers no undo');
  return browser.submit(path, '/app/undo', { token, back: path });
}

test('groups what needs a reply by campaign, with the group that is due first on top', async () => {
  const { campaignId } = await replyNow(world.ids.replyId!);
  await browser.submit(`/app/replies/${world.ids.replyId}`, `/app/replies/${world.ids.replyId}/done`, {});
  const hour = (hours: number) => new Date(core.deps.now().getTime() + hours * 3_600_000);
  const late = await receive({ campaignId: null, fromName: 'Late One', dueAt: hour(-3) });
  const soon = await receive({ campaignId, fromName: 'Soon One', dueAt: hour(1) });
  const later = await receive({ campaignId: null, fromName: 'Later One', dueAt: hour(9) });
  const { html } = await browser.get('/app/inbox');
  const order = [...html.matchAll(/id="row-(rpl_\w+)"/g)].map(([, id]) => id);
  expect(order.filter((id) => [late, soon, later].includes(id!))).toEqual([late, later, soon]);
  expect(html).toContain('Other replies');
  expect(html).toContain(', overdue');
});

test('done opens the next reply, and Undo takes it back for ten minutes', async () => {
  const own = { contactId: world.ids.contactId! };
  const first = await receive({ ...own, dueAt: new Date(0) });
  const second = await receive({ ...own, dueAt: new Date(1) });
  const path = `/app/replies/${first}`;
  expect((await browser.submit(path, `${path}/done`, {})).location).toBe(`/app/replies/${second}`);
  expect((await replyNow(first)).state).toBe('dismissed');
  // A second click shows the same result.
  const twice = await browser.submit(path, `${path}/done`, {});
  expect(twice.location).toBe(path);
  expect((await browser.get('/app/inbox')).html).toContain('Marked done.');
  expect((await browser.get('/app/contacts')).html).toContain('name="token"');
  expect((await undo('/app/inbox')).location).toBe('/app/inbox');
  expect((await replyNow(first)).state).toBe('new');
  expect((await browser.get('/app/inbox')).html).not.toContain('name="token"');
});

test('an undo token of someone else, or a forged one, does nothing', async () => {
  const id = await receive({});
  await browser.submit(`/app/replies/${id}`, `/app/replies/${id}/done`, {});
  const { html } = await browser.get('/app/inbox');
  const token = /name="token" value="([^"]+)"/.exec(html)![1]!;
  const other = await signedIn(core, (await seedWorld(core)).workspaceId);
  await other.submit('/app/inbox', '/app/undo', { token, back: '/app/inbox' });
  await browser.submit('/app/inbox', '/app/undo', {
    token: `${token.slice(0, -4)}${token.at(-4) === 'A' ? 'BBBB' : 'AAAA'}`,
    back: 'https://evil.example',
  });
  expect((await replyNow(id)).state).toBe('dismissed');
});

test('snooze, owner, and labels are saved immediately, and can be undone', async () => {
  const id = await receive({});
  const path = `/app/replies/${id}`;
  const until = new Date(core.deps.now().getTime() + 86_400_000).toISOString();
  await browser.submit(path, `${path}/labels`, { labels: 'budget, Q4 , budget' });
  expect((await replyNow(id)).labels).toEqual(['budget', 'Q4']);
  await undo(path);
  expect((await replyNow(id)).labels).toEqual([]);
  const members = (await core.request('GET', '/members', { key: world.key })).body.data;
  const { userId } = members.find((member: { userId: string; role: string }) => {
    return member.role !== 'viewer' && /^usr_[0-9A-Z]{26}$/.test(member.userId);
  });
  await browser.submit(path, `${path}/owner`, { ownerId: userId });
  expect((await replyNow(id)).ownerId).toBe(userId);
  expect((await browser.submit(path, `${path}/snooze`, { until })).location).not.toBe(path);
  expect((await browser.get('/app/inbox')).html).not.toContain(`row-${id}`);
  expect((await browser.get('/app/inbox?view=snoozed')).html).toContain(`row-${id}`);
  await undo('/app/inbox');
  expect((await browser.get('/app/inbox')).html).toContain(`row-${id}`);
  const past = await browser.submit(path, `${path}/snooze`, { until: '2020-01-01T09:00' });
  expect(past.location).toBe(path);
  expect((await browser.get(path)).html).toContain('must be later than now');
});
