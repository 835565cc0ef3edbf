import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { findUserByEmail } from '../../../store/members/user-store.ts';
import { Browser, csrfTokenIn, type Page } from '../../../testing/browser.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let now = new Date('2036-05-01T08:00:00Z');
const core: TestCore = await startTestCore({ now: () => now });
afterAll(() => core.stop());

const password = 'correct horse battery';
let browser: Browser;
let email: string;

beforeEach(async () => {
  browser = new Browser(core.url);
  email = `${randomUUID()}@example.org`;
  await browser.signUp(email);
});

function codeAt(secret: string, secondsLater = 0): string {
  const timestamp = now.getTime() + secondsLater * 1_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

function hiddenIn({ html }: Page, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
}

/** Enables two-step sign-in. Returns the secret and the recovery codes. */
async function setUp(): Promise<{ secret: string; codes: string[] }> {
  const page = await browser.get('/app/security/second-step');
  const secret = /Key: <code>([A-Z2-7 ]+)<\/code>/.exec(page.html)![1]!.replaceAll(' ', '');
  const form = { _csrf: csrfTokenIn(page.html), sealed: hiddenIn(page, 'sealed'), password };
  const wrong = await browser.post('/app/security/second-step', { ...form, code: '000000' });
  expect([wrong.status, wrong.html.includes('This code does not fit')]).toEqual([422, true]);
  const done = await browser.post('/app/security/second-step', { ...form, code: codeAt(secret) });
  const codes = [...done.html.matchAll(/<li><code>([a-z2-9-]{19})<\/code>/g)].map(([, code]) => code!);
  expect(codes).toHaveLength(10);
  return { secret, codes };
}

/** Signs in up to the second step, in another browser. */
async function enterPassword() {
  const other = new Browser(core.url);
  const page = await other.submit('/app/sign-in', '/app/sign-in', { email, password, next: '/app/contacts' });
  const fields = { _csrf: csrfTokenIn(page.html), proof: hiddenIn(page, 'proof'), next: hiddenIn(page, 'next') };
  return { other, give: (code: string) => other.post('/app/sign-in/code', { ...fields, code }) };
}

test('sign-in requires a code of the app, which works once', async () => {
  const { secret } = await setUp();
  const { other, give } = await enterPassword();
  expect(other.cookies.has('outbound_session')).toBe(false);
  expect((await other.get('/app')).location).toContain('/app/sign-in');
  expect((await give(codeAt(secret))).html).toContain('used already');
  now = new Date(now.getTime() + 60_000);
  expect((await give(codeAt(secret, 90))).status).toBe(422);
  expect((await give(codeAt(secret))).location).toBe('/app/contacts');
  expect((await other.get('/app')).status).toBe(200);
  const again = await enterPassword();
  expect((await again.give(codeAt(secret))).status).toBe(422);
  expect((await give(codeAt(secret, 30))).status).toBe(410);
});

test('a recovery code signs in once, however it is typed; new codes replace the old ones', async () => {
  const { codes } = await setUp();
  const { give } = await enterPassword();
  expect((await give(` ${codes[0]!.toUpperCase().replaceAll('-', ' ')} `)).location).toBe('/app/contacts');
  expect((await (await enterPassword()).give(codes[0]!)).status).toBe(422);
  expect((await browser.get('/app/security')).html).toContain('Recovery codes left: 9');
  const renewed = await browser.submit('/app/security', '/app/security/recovery-codes', { password });
  const fresh = /<li><code>([a-z2-9-]{19})<\/code>/.exec(renewed.html)![1]!;
  expect((await (await enterPassword()).give(codes[1]!)).status).toBe(422);
  expect((await (await enterPassword()).give(fresh)).status).toBe(302);
});

test('rejects the eleventh code for a time, even if it is right', async () => {
  const { secret } = await setUp();
  const { give } = await enterPassword();
  for (let i = 0; i < 10; i += 1) expect((await give('123456')).status).toBe(422);
  now = new Date(now.getTime() + 30_000);
  const refused = await give(codeAt(secret));
  expect([refused.status, refused.location]).toEqual([429, null]);
  now = new Date(now.getTime() + 20 * 60_000);
  expect((await (await enterPassword()).give(codeAt(secret))).status).toBe(302);
});

test('two-step sign-in is disabled only with the password, and stored sealed', async () => {
  const { secret, codes } = await setUp();
  const stored = JSON.stringify(await mongoose.connection.db!.collection('second_steps').find().toArray());
  for (const plain of [secret, ...codes]) expect(stored).not.toContain(plain);
  const off = (given: string) => browser.submit('/app/security', '/app/security/second-step/off', { password: given });
  expect((await off('of somebody else')).html).toContain('This is not your password.');
  await enterPassword();
  expect((await off(password)).location).toContain('second-step-off');
  const other = new Browser(core.url);
  expect((await other.submit('/app/sign-in', '/app/sign-in', { email, password, next: '/app' })).location).toBe('/app');
});

test('the audit log records sign-ins, failures, and changes with their network address', async () => {
  await setUp();
  const { give } = await enterPassword();
  await give('123456');
  const stranger = new Browser(core.url);
  await stranger.submit('/app/sign-in', '/app/sign-in', { email, password: 'a guess', next: '/app' });
  await browser.submit('/app/security', '/app/security/second-step/off', { password: 'a guess' });
  await browser.submit('/app/password', '/app/password', {
    currentPassword: 'a guess',
    newPassword: 'a new long password',
  });
  const user = (await findUserByEmail(email))!;
  const about = () => mongoose.connection.db!.collection('audit').find({ subjectIds: user.id }).toArray();
  await expect
    .poll(async () =>
      (await about())
        .filter(({ address }) => address === '127.0.0.1')
        .map(({ action, result, actor }) => `${action} ${result} ${actor.kind}`)
        .sort(),
    )
    .toEqual([
      'confirm_password unauthenticated user',
      'confirm_password unauthenticated user',
      'create_workspace ok user',
      'sign_in unauthenticated system',
      'sign_in unauthenticated system',
      'start_second_step ok user',
    ]);
});

test('a person sees their sessions, and can end only their own', async () => {
  const other = new Browser(core.url);
  const headers = { 'user-agent': 'Lynx 2.9' };
  const _csrf = csrfTokenIn((await other.get('/app/sign-in')).html);
  await other.post('/app/sign-in', { _csrf, email, password, next: '/app' }, headers);
  const page = await browser.get('/app/security');
  expect(page.html).toContain('Lynx 2.9, from 127.0.0.1');
  const [, path] = /action="(\/app\/security\/sessions\/ses_\w+\/end)"/.exec(page.html)!;
  const stranger = new Browser(core.url);
  await stranger.signUp(`${randomUUID()}@example.org`);
  await stranger.submit('/app/security', path!, {});
  expect((await other.get('/app')).status).toBe(200);
  await browser.submit('/app/security', path!, {});
  expect((await other.get('/app')).location).toContain('/app/sign-in');
  expect((await browser.get('/app')).status).toBe(200);
});
