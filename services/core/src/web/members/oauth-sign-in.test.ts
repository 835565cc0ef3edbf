import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;
// A date in the future, because the store's TTL index removes records that are expired by the real clock.
let now = new Date('2036-05-01T08:00:00Z');

beforeAll(async () => {
  core = await startTestCore({ now: () => now });
  await new Browser(core.url).signUp('ada@example.org');
});
beforeEach(async () => {
  browser = new Browser(core.url);
  const fields = { email: 'ada@example.org', password: 'correct horse battery', next: '/app' };
  await browser.submit('/app/sign-in', '/app/sign-in', fields);
});
afterAll(() => core.stop());

async function ticketFor(interaction: string) {
  const { location } = await browser.get(`/app/oauth/sign-in?interaction=${interaction}`);
  return new URL(location!, core.config.baseUrl).searchParams.get('ticket')!;
}

async function redeem(body: unknown, secret = 'test-internal-secret') {
  const response = await fetch(`${core.internalUrl}/internal/tickets/redeem`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the test reads responses of several shapes.
  const answer: any = await response.json();
  return { status: response.status, body: answer };
}

test('a signed-in person returns directly to the gateway, with a ticket that names them', async () => {
  const answer = await browser.get('/app/oauth/sign-in?interaction=abc_DEF-1');
  expect(answer.status).toBe(302);
  expect(answer.location).toMatch(/^\/oauth\/interaction\/abc_DEF-1\/ticket\?ticket=[\w-]{43}$/);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const ticket = new URL(answer.location!, core.config.baseUrl).searchParams.get('ticket');
  const { status, body } = await redeem({ ticket, interaction: 'abc_DEF-1' });
  expect(status).toBe(200);
  expect(body.user).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.org' });
  expect(body.user.id).toMatch(/^usr_/);
  expect(body.workspaces).toEqual([{ id: expect.stringMatching(/^wsp_/), name: 'Analytical Engines', role: 'owner' }]);
});

test('a signed-out person signs in first, and returns to the interaction', async () => {
  const stranger = new Browser(core.url);
  const first = await stranger.get('/app/oauth/sign-in?interaction=abc');
  expect(first.location).toBe('/app/sign-in?next=%2Fapp%2Foauth%2Fsign-in%3Finteraction%3Dabc');
  const page = await stranger.get(first.location!);
  expect(page.html).toContain('value="/app/oauth/sign-in?interaction=abc"');
  const fields = {
    email: 'ada@example.org',
    password: 'correct horse battery',
    next: '/app/oauth/sign-in?interaction=abc',
  };
  const answer = await stranger.submit('/app/sign-in', '/app/sign-in', fields);
  expect(answer.location).toBe('/app/oauth/sign-in?interaction=abc');
});

test('a ticket works once, for one minute, and only for its own interaction', async () => {
  const used = await ticketFor('one');
  const answers = await Promise.all(Array.from({ length: 10 }, () => redeem({ ticket: used, interaction: 'one' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(410)]);

  const foreign = await ticketFor('two');
  expect((await redeem({ ticket: foreign, interaction: 'other' })).status).toBe(410);
  expect((await redeem({ ticket: foreign, interaction: 'two' })).status).toBe(410);

  const late = await ticketFor('three');
  now = new Date(now.getTime() + 60_000);
  expect((await redeem({ ticket: late, interaction: 'three' })).status).toBe(410);
});

test('lets only the gateway redeem', async () => {
  const ticket = await ticketFor('secret');
  expect((await redeem({ ticket, interaction: 'secret' }, 'guess')).status).toBe(401);
  expect((await redeem({ ticket, interaction: 'secret' }, '')).status).toBe(401);
  expect((await redeem({ ticket, interaction: 'secret' })).status).toBe(200);
});

test.each([{}, [], '{broken', { ticket: 1, interaction: 'x' }, { ticket: 'x' }, 'null'])(
  'returns 400 for %j',
  async (body) => {
    expect((await redeem(body)).status).toBe(400);
  },
);

test.each([
  '',
  '?interaction=',
  '?interaction=a%2Fb',
  '?interaction=a&interaction=b',
  `?interaction=${'x'.repeat(101)}`,
])('rejects the link with "%s"', async (query) => {
  const answer = await browser.get(`/app/oauth/sign-in${query}`);
  expect(answer.status).toBe(400);
  expect(answer.html).toContain('incomplete');
});
