import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ProviderStore } from '../store/provider-store.ts';
import { Browser } from '../testing/browser.ts';
import { testInternalSecret, testPassword } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { authorizeUrl, openConsent, redirectUri, register, submitConsent } from '../testing/oauth-client.ts';

const redeemed = 'POST /internal/tickets/redeem';
let gateway: TestGateway;
let clientId: string;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  clientId = (await register(gateway)).body.client_id;
});

function url(more: Record<string, string> = {}): string {
  return authorizeUrl(gateway, clientId, 'v'.repeat(43), more);
}
function consentOf(browser: Browser, more?: Record<string, string>) {
  return openConsent(gateway, browser, url(more));
}

/** Runs the flow up to the application's sign-in. */
async function begin(browser: Browser) {
  const { location } = await browser.follow(url(), (next) => next.includes('/app/oauth/sign-in'));
  const uid = new URL(location ?? '').searchParams.get('interaction') ?? '';
  const action = `${gateway.url}/oauth/interaction/${uid}`;
  return { uid, action, arrive: (query: string) => browser.get(`${action}/ticket?${query}`) };
}

/** Submits the form as a person would, with overrides. An empty list omits a field. */
function send(browser: Browser, consent: { page: string; action: string }, over: Record<string, string[]> = {}) {
  const fields: Record<string, string[]> = {
    csrf: [/name="csrf" value="([^"]+)"/.exec(consent.page)?.[1] ?? ''],
    workspace: ['wsp_1'],
    decision: ['approve'],
    group: ['read'],
    scope: ['contacts:read'],
    ...over,
  };
  const form = new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  );
  return browser.post(consent.action, form);
}

/** Parameters with which the client is redirected after the form is sent. */
async function cameBack(browser: Browser, answer: Response): Promise<URLSearchParams> {
  const { location } = await browser.follow(answer.headers.get('location') ?? '', (next) =>
    next.startsWith(redirectUri),
  );
  return new URL(location ?? '').searchParams;
}

async function grantOfClient() {
  const headers = { authorization: `Bearer ${testInternalSecret}` };
  const answer = await fetch(`${gateway.internalUrl}/internal/grants?userId=usr_1`, { headers });
  const { grants } = (await answer.json()) as { grants: { clientId: string }[] };
  return grants.find((grant) => grant.clientId === clientId);
}

const expired = 'This sign-in has expired';

test('does not report a failing store as an expired sign-in', async () => {
  const { arrive } = await begin(new Browser());
  const find = vi.spyOn(ProviderStore.prototype, 'find').mockRejectedValue(new Error('the store is gone'));
  const answer = await arrive('ticket=one');
  find.mockRestore();
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(await answer.text()).not.toContain(expired);
});

test.each(['', 'ticket=', 'ticket=one&ticket=two', `ticket=${'x'.repeat(513)}`])(
  'never sends an impossible ticket to the core: %.20s',
  async (query) => {
    const { arrive } = await begin(new Browser());
    const before = gateway.core.seen.length;
    const answer = await arrive(query);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(expired);
    expect(gateway.core.seen).toHaveLength(before);
  },
);

test.each(['x', 'x'.repeat(512)])('a ticket leads to the consent page, whether it is short or long', async (ticket) => {
  const { uid, action, arrive } = await begin(new Browser());
  gateway.core.tickets.set(ticket, uid);
  const answer = await arrive(`ticket=${ticket}`);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(action);
});

test.each([
  [400, 400],
  [404, 400],
  [410, 400],
  [422, 400],
  [401, 500],
  [500, 500],
])('when the core returns %i for a ticket, the person sees %i', async (status, shown) => {
  const { arrive } = await begin(new Browser());
  const user = { id: 'usr_1', name: 'Grace', email: 'grace@example.com' };
  gateway.core.handlers.set(redeemed, () => ({ status, body: { user, workspaces: [] } }));
  const answer = await arrive('ticket=given');
  gateway.core.handlers.delete(redeemed);
  expect(answer.status).toBe(shown);
});

test('a cookie opens only its own interaction', async () => {
  const begun = await new Browser().get(url());
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .filter((pair) => pair?.startsWith('outbound_interaction'))
    .join('; ');
  const own = begun.headers.get('location') ?? '';
  const at = (address: string) => fetch(address, { headers: { cookie }, redirect: 'manual' });
  expect((await at(own)).status).toBe(303);
  const other = await at(`${gateway.url}/oauth/interaction/another`);
  expect(other.status).toBe(400);
  expect(await other.text()).toContain(expired);
});

test('decides nothing before a person has signed in', async () => {
  const browser = new Browser();
  const { action } = await begin(browser);
  expect((await send(browser, { action, page: '' })).status).toBe(400);
});

test('a client that disappears in the meantime is neither shown nor connected', async () => {
  const browser = new Browser();
  const consent = await consentOf(browser);
  await gateway.db.collection<{ _id: string }>('oauth_Client').deleteOne({ _id: clientId });
  expect((await browser.get(consent.action)).status).toBe(400);
  expect((await send(browser, consent)).status).toBe(400);
  expect(await grantOfClient()).toBeUndefined();
});

test('a form is bound to its person and interaction', async () => {
  const browser = new Browser();
  const consent = await consentOf(browser);
  const other = await consentOf(new Browser());
  const csrf = [/name="csrf" value="([^"]+)"/.exec(other.page)?.[1] ?? ''];
  for (const wrong of [csrf, [], ['short']]) expect((await send(browser, consent, { csrf: wrong })).status).toBe(400);
  expect((await send(browser, consent)).status).toBe(303);
});

test.each([
  ['no workspace', { workspace: [] }],
  ['no permission', { scope: [] }],
  ['no group', { group: [] }],
  ['permissions of other groups', { group: ['send', 'spend'] }],
  ['a permission that was not asked for', { scope: ['contacts:write'], group: ['prepare'] }],
])('asks again when the form comes with %s', async (_what, over) => {
  const browser = new Browser();
  const consent = await consentOf(browser, { scope: 'contacts:read replies:read sending:write' });
  const answer = await send(browser, consent, over);
  expect(answer.headers.get('location')).toBe(consent.action);
  expect(await grantOfClient()).toBeUndefined();
});

test('grants the selected permissions of selected groups, with the limits and immediate changes', async () => {
  const browser = new Browser();
  await send(browser, await consentOf(browser), {
    workspace: ['wsp_2'],
    scope: ['contacts:read', 'replies:read', 'sending:write'],
    creditsPerDay: [' 12 '],
    recipientsPerDay: ['9999999'],
    runsAtOnce: ['on'],
    password: [testPassword],
  });
  expect(await grantOfClient()).toMatchObject({
    workspaceId: 'wsp_2',
    scopes: ['contacts:read', 'replies:read'],
    dailyLimits: { credits: 12, recipients: 9_999_999 },
    runsAtOnce: true,
  });
});

test.each([
  ['no password', [], 'Enter your password for limits above the defaults.'],
  ['a wrong password', ['of someone else'], 'This is not your password.'],
])('grants nothing above the default limits with %s', async (_what, password, problem) => {
  const browser = new Browser();
  const consent = await consentOf(browser);
  for (const [field, value] of [
    ['creditsPerDay', '26'],
    ['recipientsPerDay', '1'],
  ] as const) {
    const answer = await send(browser, consent, { [field]: [value], password });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(problem);
  }
  expect(await grantOfClient()).toBeUndefined();
});

test.each([
  ['left out', []],
  ['text', ['many']],
  ['negative', ['-1']],
  ['too long', ['12345678']],
  ['given twice', ['5', '6']],
])('a limit that is %s counts as none, and nothing runs immediately without consent', async (_what, limit) => {
  const browser = new Browser();
  const answer = await send(browser, await consentOf(browser), { creditsPerDay: limit, recipientsPerDay: limit });
  expect(answer.status).toBe(303);
  expect(await grantOfClient()).toMatchObject({
    scopes: ['contacts:read'],
    dailyLimits: { credits: 0, recipients: 0 },
    runsAtOnce: false,
  });
});

test('treats anything but Approve as a denial', async () => {
  const browser = new Browser();
  const consent = await consentOf(browser);
  const back = await cameBack(browser, await send(browser, consent, { decision: [] }));
  expect(back.get('error')).toBe('access_denied');
  expect(back.get('error_description')).toBe('The user denied the request.');
});

test('accepts a decision only once', async () => {
  const browser = new Browser();
  const consent = await consentOf(browser);
  expect((await send(browser, consent, { decision: ['deny'] })).status).toBe(303);
  const again = await send(browser, consent);
  expect(again.status).toBe(400);
  expect(await again.text()).toContain(expired);
});

test('one person’s approval is void after another person has signed in', async () => {
  const browser = new Browser();
  const consent = await consentOf(browser);
  const answer = await send(browser, consent);
  gateway.core.tickets.set('second', consent.action.split('/').at(-1) ?? '');
  expect((await browser.get(`${consent.action}/ticket?ticket=second`)).status).toBe(303);
  const { location } = await browser.follow(
    answer.headers.get('location') ?? '',
    (next) => !next.startsWith(gateway.url) || next.includes('/app/'),
  );
  expect(location).toContain('/app/oauth/sign-in');
});

test('two people can use one browser, one after the other', async () => {
  const browser = new Browser();
  const first = await send(browser, await consentOf(browser));
  expect((await cameBack(browser, first)).get('code')).toBeTruthy();
  const user = { id: 'usr_2', name: 'Ada', email: 'ada@example.com' };
  const body = { user, workspaces: [{ id: 'wsp_1', name: 'Navy', role: 'member' }] };
  gateway.core.handlers.set(redeemed, () => ({ status: 200, body }));
  const consent = await consentOf(browser);
  gateway.core.handlers.delete(redeemed);
  expect(consent.page).toContain('ada@example.com');
  const back = await cameBack(browser, await send(browser, consent));
  expect(back.get('code')).toBeTruthy();
});

test.each([
  ['myapp:/callback', 'myapp:', "form-action 'self' myapp:"],
  ['cursor://anysphere.cursor-mcp/callback', 'anysphere.cursor-mcp', "form-action 'self' cursor:"],
  ['https://robot.example/callback', 'robot.example', "form-action 'self' https://robot.example"],
])('a client that returns to %s is shown as %s, without a name if it has none', async (uri, host, policy) => {
  const { body } = await register(gateway, { redirect_uris: [uri], client_name: '\u200b' });
  clientId = body.client_id;
  const browser = new Browser();
  const consent = await consentOf(browser, { redirect_uri: uri });
  expect(consent.page).toContain(`<code>${host}</code>`);
  expect(consent.page).toContain('Connect An application');
  expect((await browser.get(consent.action)).headers.get('content-security-policy')).toContain(policy);
});

test('shows a workspace’s reason for rejecting the client, and grants nothing', async () => {
  const browser = new Browser();
  const consent = await consentOf(browser);
  const error = { code: 'missing_scope', message: 'Navy admits certain clients only.' };
  gateway.core.handlers.set('GET /me', () => ({ status: 403, body: { ok: false, error } }));
  const answer = await submitConsent(browser, consent);
  gateway.core.handlers.delete('GET /me');
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain(error.message);
  expect(await grantOfClient()).toBeUndefined();
});
