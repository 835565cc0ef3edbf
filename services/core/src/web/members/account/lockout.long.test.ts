import { afterAll, expect, test } from 'vitest';
import { Browser, csrfTokenIn } from '../../../testing/browser.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

const now = new Date('2036-05-01T08:00:00Z');
const core: TestCore = await startTestCore({ now: () => now });
afterAll(() => core.stop());

const password = 'correct horse battery';

test.each([
  ['one proxy', (client: string) => client],
  ['two proxies', (client: string) => `${client}, 127.0.0.1`],
])(
  '200 wrong sign-ins from one client behind %s lock no one else out',
  async (name, forwarded) => {
    const email = `${name.replace(' ', '-')}@example.org`;
    await new Browser(core.url).signUp(email);
    const visitor = new Browser(core.url);
    const _csrf = csrfTokenIn((await visitor.get('/app/sign-in')).html);
    const signInFrom = async (client: string, account: string, secret: string) => {
      const fields = { _csrf, email: account, password: secret, next: '/app' };
      return (await visitor.post('/app/sign-in', fields, { 'x-forwarded-for': forwarded(client) })).status;
    };
    // Half of them target the account itself, half target invented ones.
    const guesses = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? email : `${i}@example.org`)).values();
    const statuses: number[] = [];
    const guess = async () => {
      for (const account of guesses) statuses.push(await signInFrom('203.0.113.66', account, 'wrong'));
    };
    await Promise.all(Array.from({ length: 4 }, guess));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(100);
    expect(await signInFrom('198.51.100.7', 'somebody@example.org', 'wrong')).toBe(422);
    expect(await signInFrom('198.51.100.7', email, password)).toBe(302);
  },
  240_000,
);
