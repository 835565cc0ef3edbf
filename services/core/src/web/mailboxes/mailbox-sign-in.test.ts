import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendDue } from '../../engine/sending/send-due.ts';
import { findMailboxByAddress, MailboxModel, type MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { addContact, alwaysOpen } from '../../testing/campaign-setup.ts';
import { until } from '../../testing/running-campaign.ts';
import { hasMailServers, type MailServers, startMailServers } from '../../testing/servers/mail-servers.ts';
import { type OauthIssuer, oauthClient, startOauthIssuer } from '../../testing/servers/oauth-issuer.ts';
import { signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { trustAuthority } from '../../testing/trust-authority.ts';
import { receiveByImap } from '../../transport/imap-receiver.ts';
import { createMailPort } from '../../transport/mail-port.ts';
import { startReceiveLoop } from '../../worker/replies/receive-loop.ts';

const address = 'ada@people.test';
const connectPath = '/app/mailboxes/connect';

describe.skipIf(!hasMailServers)('mailboxes whose owners sign in with their provider', () => {
  let core: TestCore;
  let issuer: OauthIssuer;
  let servers: MailServers;
  let browser: Browser;
  let key: string;
  let distrust: () => void;

  beforeAll(async () => {
    issuer = await startOauthIssuer(address);
    const users = { ada: 'unused', bea: 'bea' };
    servers = await startMailServers({ users, introspectionUrl: issuer.introspectionUrl });
    distrust = trustAuthority(servers.authority);
    const environment = {
      BASE_URL: 'https://outbound.example',
      GOOGLE_CLIENT_ID: oauthClient.id,
      GOOGLE_CLIENT_SECRET: oauthClient.secret,
      GOOGLE_AUTHORIZE_URL: issuer.authorizeUrl,
      GOOGLE_TOKEN_URL: issuer.tokenUrl,
      GOOGLE_SMTP_HOST: `127.0.0.1:${servers.smtpPort}`,
      GOOGLE_IMAP_HOST: `127.0.0.1:${servers.imapPort}`,
    };
    core = await startTestCore({ environment });
    ({ browser, key } = await signUpWithKey(core));
  }, 60_000);
  afterAll(async () => {
    distrust?.();
    await core?.stop();
    await servers?.stop();
    await issuer?.stop();
  });

  /** Goes through the consent page and back. */
  async function consent(by = browser, named = '') {
    const asked = await by.get(`${connectPath}/google?address=${encodeURIComponent(named)}`);
    const consented = await fetch(asked.location!, { redirect: 'manual' });
    const { pathname, search } = new URL(consented.headers.get('location')!);
    return { asked: new URL(asked.location!), callback: pathname + search };
  }

  async function connect(named = address.toUpperCase()) {
    const { callback } = await consent(browser, named);
    return browser.get(callback);
  }

  async function mailbox(): Promise<MailboxRecord> {
    const [{ workspaceId } = { workspaceId: '' }] = await MailboxModel.find({ address }).lean();
    return (await findMailboxByAddress(workspaceId, address))!;
  }

  function statusOf({ id }: MailboxRecord) {
    return core.request('GET', `/mailboxes/${id}/sending-status`, { key });
  }

  async function launchTo(...emails: string[]) {
    await core.request('PATCH', '/settings', { key, body: { postalAddress: 'Acme Ltd, 1 Road, Town' } });
    const contactIds = [];
    for (const email of emails) contactIds.push(await addContact(core, { email }, key));
    const steps = [{ subject: 'Hello', body: 'Hello there.' }];
    const body = { name: emails.join(), steps, window: alwaysOpen, allowedEmailStatuses: ['valid', 'unverified'] };
    const { id } = (await core.request('POST', '/campaigns', { key, body })).body.data;
    await core.request('POST', `/campaigns/${id}/enrollments`, { key, body: { contactIds } });
    const launched = await core.request('POST', `/campaigns/${id}/launch`, { key, body: {} });
    expect(launched.status, JSON.stringify(launched.body)).toBe(200);
    return id as string;
  }
  const sendAll = () => sendDue(core.deps, { ignoresLimits: true });

  test('requests only the permissions for sending and reading, with PKCE and a sealed state', async () => {
    const { asked } = await consent();
    const query = asked.searchParams;
    expect(query.get('scope')).toBe('openid email https://mail.google.com/');
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('access_type')).toBe('offline');
    expect(query.get('state')).toMatch(/^v2\./);
    const page = await browser.get(connectPath);
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${issuer.url}`);
    expect(page.html).toContain('MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET');
  });

  test('rejects another session’s callback, a changed state, a used code, and a denial, with the reason', async () => {
    const { browser: other } = await signUpWithKey(core);
    const foreign = await consent(other);
    expect((await browser.get(foreign.callback)).html).toContain('begun in another browser');
    const { callback } = await consent();
    expect((await browser.get(callback.replace(/state=v2\.(.{9})../, 'state=v2.$1AA'))).status).toBe(422);
    const denied = callback.replace(/code=[^&]+/, 'error=access_denied');
    expect((await browser.get(denied)).html).toContain('You did not give consent at Google');
    const [state] = /state=[^&]+/.exec(callback)!;
    const used = await browser.get(`/app/mailboxes/oauth/callback?code=unknown&${state}`);
    expect(used.html).toContain('has expired or was used already');
    const { body } = await core.request('GET', '/mailboxes', { key });
    expect(body.data.filter((one: { kind: string }) => one.kind === 'smtp')).toEqual([]);
  });

  test('rejects an account that the mail servers do not accept', async () => {
    issuer.claimed = 'bea@people.test';
    const page = await connect('');
    issuer.claimed = null;
    expect(page.status).toBe(422);
    expect(page.html).toContain('does not take this sign-in');
  });

  test('rejects an account other than the named one', async () => {
    const page = await connect('bea@people.test');
    expect(page.status).toBe(422);
    expect(page.html).toContain(`as ${address}, not as bea@people.test`);
    const { body } = await core.request('GET', '/mailboxes', { key });
    expect(body.data.filter((one: { kind: string }) => one.kind === 'smtp')).toEqual([]);
  });

  test('connects without showing a token or code anywhere', async () => {
    const page = await connect();
    expect(page.location, page.html + servers.log()).toBe(`${connectPath}?notice=mailbox-connected`);
    const stored = await mailbox();
    expect(JSON.stringify(stored.signIn)).not.toMatch(/at-|rt-/);
    const answer = await core.request('GET', `/mailboxes/${stored.id}`, { key });
    expect(answer.body.data.signIn).toMatchObject({ provider: 'google', withdrawnAt: null });
    expect(answer.body.data.smtp).toMatchObject({ host: '127.0.0.1', security: 'starttls', username: address });
    expect(JSON.stringify(answer.body)).not.toMatch(/Secret"|v2\./);
    const checked = await core.request('GET', `/mailboxes/${stored.id}/test`, { key });
    expect(checked.body.data).toMatchObject({ isOk: true });
    const changed = await core.request('PATCH', `/mailboxes/${stored.id}`, {
      key,
      body: { smtp: { host: '127.0.0.1', port: 25, security: 'none' } },
    });
    expect(changed.status).toBe(409);
    const { body } = await core.request('GET', '/audit', { key });
    expect(JSON.stringify(body)).toContain('by signing in with Google');
  });

  test('sends with the token through Postfix, and renews one that the server no longer accepts', async () => {
    await launchTo('bea@people.test');
    await sendAll();
    await until(() => servers.messagesOf('bea').length === 1);
    issuer.expireAccess();
    const before = issuer.renewals;
    // Another worker, without the cached connection and the token in memory.
    core.deps.ports.mail = createMailPort(core.config);
    await launchTo('ada@people.test');
    await sendAll();
    await until(() => servers.messagesOf('ada').length === 1);
    expect(issuer.renewals).toBe(before + 1);
    expect((await statusOf(await mailbox())).body.data.breaker.state).toBe('closed');
  });

  test('renews a token before it expires', async () => {
    const { id, workspaceId } = await mailbox();
    await MailboxModel.updateOne({ _id: id, workspaceId }, { $set: { 'signIn.expiresAt': new Date() } });
    const before = issuer.renewals;
    const [first, second] = await Promise.all([
      core.deps.ports.mail.readingOf(await mailbox()),
      core.deps.ports.mail.readingOf(await mailbox()),
    ]);
    // This process still has a valid token. Another one must renew it, and renews once.
    expect(issuer.renewals - before).toBe(0);
    expect(first.accessToken).toBe(second.accessToken);
    core.deps.ports.mail.refuseReading(await mailbox(), first);
    const renewed = await Promise.all([1, 2, 3].map(async () => core.deps.ports.mail.readingOf(await mailbox())));
    expect(new Set(renewed.map(({ accessToken }) => accessToken)).size).toBe(1);
    expect(issuer.renewals - before).toBe(1);
  });

  test('reads with the token', async () => {
    const abort = new AbortController();
    const seen: string[] = [];
    await receiveByImap(await core.deps.ports.mail.readingOf(await mailbox()), {
      position: { uidValidity: '1', lastUid: 0 },
      signal: abort.signal,
      onMail: async (raw) => {
        seen.push(raw.toString());
        abort.abort();
      },
      onPosition: async () => undefined,
    });
    expect(seen[0]).toContain('Subject: Hello');
  });

  test('a revocation pauses sending, explains the fix, loses no recipient, and ends with a new consent', async () => {
    const held = await mailbox();
    const campaignId = await launchTo('bea.two@people.test');
    core.deps.ports.mail.refuseReading(held, await core.deps.ports.mail.readingOf(held));
    issuer.revoke();
    const loop = startReceiveLoop(core.deps);
    await until(async () => (await statusOf(held)).body.data.breaker.state === 'open');
    await loop.stop();
    await sendAll();
    const { body } = await statusOf(held);
    expect(body.data.breaker).toMatchObject({ cause: 'sign_in_withdrawn' });
    expect(body.data.breaker.action).toContain('connect the mailbox in the application again');
    expect(body.data.waitingCount).toBe(1);
    expect((await mailbox()).signIn?.withdrawnAt).toBeInstanceOf(Date);
    const events = await core.request('GET', '/events?type=mailbox.breaker_opened', { key });
    expect(events.body.data[0].data.cause).toBe('sign_in_withdrawn');
    const { html } = await browser.get(connectPath);
    expect(html).toContain(`<a href="${connectPath}/google?address=ada%40people.test">Sign in again</a>`);
    expect(html).not.toContain('invalid_grant');
    expect((await connect()).location).toContain('mailbox-connected');
    await sendAll();
    const messages = await core.request('GET', `/messages?campaignId=${campaignId}`, { key });
    expect(messages.body.data.map(({ state }: { state: string }) => state)).toEqual(['sent']);
    expect((await statusOf(held)).body.data.breaker.state).toBe('closed');
    expect((await mailbox()).signIn?.withdrawnAt).toBeNull();
  });

  test('a mailbox with a password is stored once Postfix and Dovecot have accepted it', async () => {
    const smtp = { smtpHost: 'localhost', smtpPort: String(servers.smtpPort), smtpSecurity: 'starttls' };
    const imap = { imapHost: 'localhost', imapPort: String(servers.imapPort), imapSecurity: 'starttls' };
    const fields = { address: 'bea@people.test', username: 'bea@people.test', ...smtp, ...imap };
    const wrong = await browser.submit(connectPath, connectPath, { ...fields, mailPassword: 'wrong' });
    expect(wrong.status).toBe(422);
    expect(wrong.html.match(/class="line problem"/g)).toHaveLength(2);
    const done = await browser.submit(connectPath, connectPath, { ...fields, mailPassword: 'bea' });
    expect(done.location, done.html + servers.log()).toMatch(/^\/app\/mailboxes\/mbx_/);
    expect((await browser.get(done.location!)).html).toContain('bea@people.test');
  });
});
