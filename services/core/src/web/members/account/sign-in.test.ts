import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sumLedger } from '../../../store/credits/ledger-store.ts';
import { listWorkspacesOf } from '../../../store/members/membership-store.ts';
import { findUserByEmail } from '../../../store/members/user-store.ts';
import { Browser, csrfTokenIn } from '../../../testing/browser.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
// A date in the future, because the store's TTL index removes records that are expired by the real clock.
let now = new Date('2036-05-01T08:00:00Z');

beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
beforeEach(() => {
  browser = new Browser(core.url);
});
afterAll(() => core.stop());

const password = 'correct horse battery';
function signIn(email: string, secret: string, on = browser) {
  return on.submit('/app/sign-in', '/app/sign-in', { email, password: secret, next: '/app' });
}

test('sign-up creates a user, a workspace, its owner, and its trial credits', async () => {
  expect((await browser.get('/')).location).toBe('/app/sign-up');
  const answer = await browser.signUp('Ada@Example.org');
  expect((await browser.get('/')).location).toBe('/app');
  expect([answer.status, answer.location]).toEqual([302, '/app']);
  const user = await findUserByEmail('ada@example.org');
  const [workspace] = await listWorkspacesOf(user!.id);
  expect(workspace).toMatchObject({ name: 'Analytical Engines', role: 'owner' });
  expect(await sumLedger(workspace!.id)).toBe(200);
  const home = await browser.get('/app');
  expect(home.status).toBe(200);
  expect(home.html).toContain('<strong>200</strong>');
  expect(home.html).toContain(`claude mcp add --transport http outbound ${core.config.baseUrl}/mcp`);
});

test('shows an error beside each invalid field, keeps the input, and stores nothing', async () => {
  const answer = await browser.submit('/app/sign-up', '/app/sign-up', {
    name: ' ',
    email: 'not-an-address',
    password: 'short',
    workspaceName: '"><script>alert(1)</script>',
  });
  expect(answer.status).toBe(422);
  for (const text of ['Tell us your name.', 'Give an e-mail address.', 'Use at least 10 characters.']) {
    expect(answer.html).toContain(text);
  }
  expect(answer.html).toContain('value="not-an-address"');
  expect(answer.html).toContain('&lt;script&gt;');
  expect(answer.html).not.toContain('<script>alert');
  expect(answer.html).not.toContain('value="short"');
  expect(browser.cookies.has('outbound_session')).toBe(false);
});

test('two concurrent sign-ups with one email address create one account', async () => {
  const browsers = Array.from({ length: 4 }, () => new Browser(core.url));
  const answers = await Promise.all(browsers.map((one) => one.signUp('twice@example.org')));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 422, 422, 422]);
  const user = await findUserByEmail('twice@example.org');
  expect(await listWorkspacesOf(user!.id)).toHaveLength(1);
});

test('signs in and out, and sign-out ends the session even for a kept cookie', async () => {
  await browser.signUp('out@example.org');
  const kept = new Browser(core.url);
  for (const [name, value] of browser.cookies) kept.cookies.set(name, value);
  await browser.submit('/app', '/app/sign-out', {});
  expect((await browser.get('/app')).location).toBe('/app/sign-in?next=%2Fapp');
  expect((await kept.get('/app')).status).toBe(302);
  expect((await signIn('OUT@example.org ', password)).location).toBe('/app');
  expect((await browser.get('/app')).status).toBe(200);
});

test('a wrong password and an unknown email address get the same response', async () => {
  await browser.signUp('known@example.org');
  const [wrong, unknown] = [new Browser(core.url), new Browser(core.url)];
  const answers = [
    await signIn('known@example.org', 'wrong password', wrong),
    await signIn('unknown@example.org', 'wrong password', unknown),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(422);
    expect(answer.html).toContain('Wrong email address or password');
  }
});

test('blocks sign-in for 15 minutes after ten wrong passwords, even with the right one', async () => {
  await browser.signUp('guess@example.org');
  const guesser = new Browser(core.url);
  const guesses = await Promise.all(Array.from({ length: 10 }, () => signIn('guess@example.org', 'wrong', guesser)));
  expect(guesses.every(({ status }) => status === 422)).toBe(true);
  const refused = await signIn('guess@example.org', password, guesser);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.html).toContain('Try again in');
  now = new Date(now.getTime() + 15 * 60_000);
  expect((await signIn('guess@example.org', password, guesser)).status).toBe(302);
});

test('an invented address in X-Forwarded-For does not lift the limit', async () => {
  await browser.signUp('forged@example.org');
  const guesser = new Browser(core.url);
  const _csrf = csrfTokenIn((await guesser.get('/app/sign-in')).html);
  const guess = (forged: string) =>
    guesser.post(
      '/app/sign-in',
      { _csrf, email: 'forged@example.org', password: 'wrong', next: '/app' },
      { 'x-forwarded-for': `${forged}, 198.51.100.7` },
    );
  const answers = [];
  for (let index = 0; index <= 10; index += 1) answers.push((await guess(`203.0.113.${index}`)).status);
  expect(answers).toEqual([...Array(10).fill(422), 429]);
});

test('a client that uses a new IPv6 address for each guess locks no one else out', async () => {
  await browser.signUp('sixth@example.org');
  const guesser = new Browser(core.url);
  const _csrf = csrfTokenIn((await guesser.get('/app/sign-in')).html);
  const signInFrom = (client: string, secret: string) => {
    const fields = { _csrf, email: 'sixth@example.org', password: secret, next: '/app' };
    return guesser.post('/app/sign-in', fields, { 'x-forwarded-for': client });
  };
  const guesses = [];
  for (let index = 0; index < 60; index += 1)
    guesses.push((await signInFrom(`2001:db8:1:2::${index}`, 'wrong')).status);
  expect(guesses).toEqual([...Array(10).fill(422), ...Array(50).fill(429)]);
  expect((await signInFrom('2001:db8:1:3::1', password)).status).toBe(302);
});

test('behind two proxies, the guesses of one client lock no one else out', async () => {
  await browser.signUp('behind@example.org');
  const guesser = new Browser(core.url);
  const _csrf = csrfTokenIn((await guesser.get('/app/sign-in')).html);
  const signInFrom = (client: string, secret: string) => {
    const fields = { _csrf, email: 'behind@example.org', password: secret, next: '/app' };
    return guesser.post('/app/sign-in', fields, { 'x-forwarded-for': `${client}, 127.0.0.1` });
  };
  const guesses = [];
  for (let index = 0; index <= 10; index += 1) guesses.push((await signInFrom('203.0.113.66', 'wrong')).status);
  expect(guesses).toEqual([...Array(10).fill(422), 429]);
  expect((await signInFrom('198.51.100.7', password)).status).toBe(302);
});

test('the session cookie is inaccessible to scripts and other sites, and expires after 14 days', async () => {
  const answer = await browser.signUp('cookie@example.org');
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('outbound_session='));
  expect(line).toMatch(/httponly/i);
  expect(line).toMatch(/samesite=lax/i);
  const start = now;
  now = new Date(start.getTime() + 14 * 24 * 3_600_000 - 1_000);
  expect((await browser.get('/app')).status).toBe(200);
  now = new Date(start.getTime() + 14 * 24 * 3_600_000);
  expect((await browser.get('/app')).status).toBe(302);
  now = start;
});

test('changing the password requires the current one and signs other browsers out', async () => {
  await browser.signUp('change@example.org');
  const other = new Browser(core.url);
  await signIn('change@example.org', password, other);
  const change = (current: string, next: string) =>
    browser.submit('/app/password', '/app/password', { currentPassword: current, newPassword: next });
  expect((await change('wrong', 'a new long password')).html).toContain('not your password');
  expect((await change(password, 'short')).html).toContain('at least 10');
  expect((await change(password, 'a new long password')).location).toContain('password-changed');
  expect((await browser.get('/app')).status).toBe(200);
  expect((await other.get('/app')).status).toBe(302);
  expect((await signIn('change@example.org', password, other)).status).toBe(422);
  expect((await signIn('change@example.org', 'a new long password', other)).status).toBe(302);
});

test.each(['//evil.example', 'https://evil.example', '/app//evil.example', '/app/../evil', '/app\\evil', '/other'])(
  'does not redirect to %s after sign-in',
  async (next) => {
    const email = `next${Math.random().toString(36).slice(2)}@example.org`;
    const answer = await browser.submit('/app/sign-up', '/app/sign-up', {
      name: 'Ada',
      email,
      password,
      workspaceName: 'W',
      next,
    });
    const target = new URL(answer.location!, core.url);
    expect(target.origin).toBe(new URL(core.url).origin);
    expect(target.pathname.startsWith('/app')).toBe(true);
  },
);
