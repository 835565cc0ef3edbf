import { createHash, randomBytes } from 'node:crypto';
import { Browser } from './browser.ts';
import { testPassword } from './fake-core.ts';
import type { TestGateway } from './gateway.ts';

export const redirectUri = 'http://127.0.0.1:33418/';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
  token_type: string;
}
export interface Consent {
  workspace?: string;
  without?: string[];
  decision?: string;
  creditsPerDay?: string;
  recipientsPerDay?: string;
  /** Groups to deselect. */
  withoutGroups?: string[];
  runsAtOnce?: boolean;
}

export async function register(gateway: TestGateway, metadata: object = {}) {
  const response = await fetch(`${gateway.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Test client', redirect_uris: [redirectUri], ...metadata }),
  });
  const body = (await response.json()) as { client_id: string } & Record<string, unknown>;
  return { status: response.status, body };
}

export function authorizeUrl(
  gateway: TestGateway,
  clientId: string,
  verifier: string,
  more: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: gateway.mcpUrl,
    ...more,
  });
  return `${gateway.url}/oauth/authorize?${parameters}`;
}

/** Goes from the authorization request to the consent page, through the application's sign-in. */
export async function openConsent(
  gateway: TestGateway,
  browser: Browser,
  url: string,
): Promise<{ page: string; action: string }> {
  const { location } = await browser.follow(url, (next) => next.includes('/app/oauth/sign-in'));
  const uid = new URL(location ?? '').searchParams.get('interaction') ?? '';
  const ticket = randomBytes(16).toString('hex');
  gateway.core.tickets.set(ticket, uid);
  const { response } = await browser.follow(
    `${gateway.url}/oauth/interaction/${uid}/ticket?ticket=${ticket}`,
    () => false,
  );
  return { page: await response.text(), action: `${gateway.url}/oauth/interaction/${uid}` };
}

/** Fills in the consent form as rendered, and submits it. */
export function submitConsent(
  browser: Browser,
  { page, action }: { page: string; action: string },
  consent: Consent = {},
): Promise<Response> {
  const form = new URLSearchParams({ csrf: /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '' });
  form.set('workspace', consent.workspace ?? 'wsp_1');
  form.set('creditsPerDay', consent.creditsPerDay ?? '25');
  form.set('recipientsPerDay', consent.recipientsPerDay ?? '0');
  form.set('decision', consent.decision ?? 'approve');
  for (const [, scope = ''] of page.matchAll(/name="scope" value="([^"]+)"/g)) {
    if (!consent.without?.includes(scope)) form.append('scope', scope);
  }
  for (const [, group = ''] of page.matchAll(/name="group" value="([^"]+)"/g)) {
    if (!consent.withoutGroups?.includes(group)) form.append('group', group);
  }
  form.set('password', testPassword);
  if (consent.runsAtOnce) form.set('runsAtOnce', 'on');
  return browser.post(action, form, { origin: new URL(action).origin });
}

/** Decides, and returns the final redirect of the browser. */
export async function decide(
  browser: Browser,
  consentForm: { page: string; action: string },
  consent: Consent = {},
): Promise<URL> {
  const { origin } = new URL(consentForm.action);
  const answer = await submitConsent(browser, consentForm, consent);
  const { location } = await browser.follow(answer.headers.get('location') ?? '', (next) => !next.startsWith(origin));
  return new URL(location ?? '');
}

export async function exchange(gateway: TestGateway, parameters: Record<string, string>): Promise<Response> {
  return fetch(`${gateway.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(parameters) });
}

/** Runs the whole flow and returns the tokens. */
export async function connect(gateway: TestGateway, consent: Consent = {}, more: Record<string, string> = {}) {
  const browser = new Browser();
  const { body: client } = await register(gateway);
  const verifier = randomBytes(32).toString('base64url');
  const consentPage = await openConsent(gateway, browser, authorizeUrl(gateway, client.client_id, verifier, more));
  const back = await decide(browser, consentPage, consent);
  const grant = { grant_type: 'authorization_code', client_id: client.client_id, redirect_uri: redirectUri };
  const code = back.searchParams.get('code') ?? '';
  const response = await exchange(gateway, { ...grant, code, code_verifier: verifier });
  const tokens = (await response.json()) as Tokens;
  return { clientId: client.client_id, back, code, verifier, tokens, page: consentPage.page };
}

export function refresh(gateway: TestGateway, clientId: string, refreshToken: string): Promise<Response> {
  return exchange(gateway, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken });
}
