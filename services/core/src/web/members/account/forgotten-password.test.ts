import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { resetLink } from '../../../engine/members/reset-password.ts';
import { setPasswordCommand } from '../../../operator/members/set-password.ts';
import { listWorkspacesOf } from '../../../store/members/membership-store.ts';
import { findUserByEmail } from '../../../store/members/user-store.ts';
import { Browser, csrfTokenIn } from '../../../testing/browser.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import type { createSystemMail } from '../../../transport/system-mail.ts';

interface Mail {
  to: string;
  text: string;
}
const mails: Mail[] = [];
const systemMail: ReturnType<typeof createSystemMail> = { send: async (mail) => void mails.push(mail) };
let now = new Date('2036-05-01T08:00:00Z');
const core: TestCore = await startTestCore({ now: () => now, ports: { systemMail } });
afterAll(() => core.stop());

const [password, chosen] = ['correct horse battery', 'another horse battery'];
let browser: Browser;
let email: string;

beforeEach(async () => {
  mails.length = 0;
  browser = new Browser(core.url);
  email = `${randomUUID()}@example.org`;
  await browser.signUp(email);
  await confirm(await linkTo(email));
  mails.length = 0;
});

async function linkTo(address: string): Promise<string> {
  await expect.poll(() => mails.some(({ to }) => to === address), { timeout: 20_000 }).toBe(true);
  return /http\S+/.exec(mails.find(({ to }) => to === address)!.text)![0];
}

/** Follows the link of a sign-up, and clicks its button. */
async function confirm(link: string, visitor = browser) {
  const { pathname, search } = new URL(link);
  const page = await visitor.get(pathname + search);
  if (page.status !== 200) return page;
  return visitor.post(pathname + search, { _csrf: csrfTokenIn(page.html) });
}

function ask(address: string) {
  return new Browser(core.url).submit('/app/forgotten', '/app/forgotten', { email: address });
}

async function signIn(secret: string) {
  return (await new Browser(core.url).submit('/app/sign-in', '/app/sign-in', { email, password: secret, next: '/app' }))
    .status;
}

async function choose(link: string, newPassword: string) {
  const visitor = new Browser(core.url);
  const { pathname, search } = new URL(link);
  const page = await visitor.get(pathname + search);
  if (page.status !== 200) return page;
  return visitor.post(pathname + search, { _csrf: csrfTokenIn(page.html), newPassword });
}

test('a mailed link changes the password once, and signs out all sessions', async () => {
  const [known, unknown] = [await ask(email), await ask('nobody@example.org')];
  expect([known.location, unknown.location]).toEqual(Array(2).fill('/app/sign-in?notice=reset-sent'));
  await expect.poll(() => mails.length).toBe(1);
  const [{ to, text }] = mails as [Mail];
  expect(to).toBe(email);
  const link = /http\S+/.exec(text)![0];
  const weak = await choose(link, email);
  expect([weak.status, weak.html.includes('must differ from your e-mail address')]).toEqual([422, true]);
  expect((await choose(link, chosen)).location).toContain('password-reset');
  expect((await browser.get('/app')).location).toContain('/app/sign-in');
  expect([await signIn(password), await signIn(chosen)]).toEqual([422, 302]);
  expect((await choose(link, 'a third horse battery')).status).toBe(410);
});

test('a link expires after one hour, and all links expire when one is used', async () => {
  const user = (await findUserByEmail(email))!;
  const [first, second] = [await resetLink(user.id, core.url, now), await resetLink(user.id, core.url, now)];
  now = new Date(now.getTime() + 60 * 60_000 - 1_000);
  expect((await choose(first, chosen)).status).toBe(302);
  expect((await choose(second, password)).status).toBe(410);
  const late = await resetLink(user.id, core.url, now);
  now = new Date(now.getTime() + 60 * 60_000);
  expect((await choose(late, password)).status).toBe(410);
});

test('rejects the sixth request for one account within an hour', async () => {
  for (let i = 0; i < 5; i += 1) expect((await ask(email)).status).toBe(302);
  expect((await ask(email)).status).toBe(429);
});

test('sign-up looks the same for a known email address; the link creates the account once, within a day', async () => {
  const [fresh, visitor] = [`${randomUUID()}@example.org`, new Browser(core.url)];
  const answers = [await visitor.signUp(email), await visitor.signUp(fresh)];
  expect(answers.map(({ status, location }) => [status, location])).toEqual(
    Array(2).fill([302, '/app/sign-in?notice=sign-up-sent']),
  );
  const link = await linkTo(fresh);
  expect(await linkTo(email)).toBe(`${core.config.baseUrl}/app/sign-in`);
  expect([await findUserByEmail(fresh), (await visitor.get('/app')).status]).toEqual([null, 302]);
  expect((await confirm(link, visitor)).location).toBe('/app');
  expect((await visitor.get('/app')).status).toBe(200);
  const again = await confirm(link, new Browser(core.url));
  expect([again.status, again.html.includes('There is an account with this e-mail address already')]).toEqual([
    422,
    true,
  ]);
  await new Browser(core.url).signUp(`late-${fresh}`);
  const late = await linkTo(`late-${fresh}`);
  now = new Date(now.getTime() + 24 * 60 * 60_000);
  expect((await confirm(late)).status).toBe(410);
  expect((await confirm(`${late}x`)).status).toBe(410);
});

test('the audit log records the sign-up, a password change, and a reset by the operator', async () => {
  const changes = { currentPassword: password, newPassword: chosen };
  expect((await browser.submit('/app/password', '/app/password', changes)).status).toBe(302);
  const values = { email, password: 'a fourth horse battery' };
  await setPasswordCommand.run(values, { now: () => now, trialCredits: 0, keyRing: core.config.keyRing });
  const user = (await findUserByEmail(email))!;
  const [{ id } = { id: '' }] = await listWorkspacesOf(user.id);
  const entries = await mongoose.connection
    .db!.collection('audit')
    .find({ workspaceId: id })
    .sort({ _id: 1 })
    .toArray();
  expect(entries.map(({ action, actor, address }) => [action, actor.id, Boolean(address)])).toEqual([
    ['create_workspace', user.id, true],
    ['change_password', user.id, true],
    ['set_password', 'operator', false],
  ]);
});
