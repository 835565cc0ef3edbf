import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMailbox, updateMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { alwaysRead } from '../../testing/always-read.ts';
import { requestApproved } from '../../testing/request-approved.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { createMailPort } from '../../transport/mail-port.ts';

const records: Record<string, string[]> = {
  'acme.example': ['v=spf1 include:mail.example -all', 'other=1'],
  '_dmarc.acme.example': ['v=DMARC1; p=none'],
  'google._domainkey.acme.example': ['v=DKIM1; k=rsa; p=MIGf'],
};

let core: TestCore;
let sink: SmtpSink;
beforeAll(async () => {
  core = await startTestCore();
  const lookUpTxt = async (name: string) => records[name] ?? [];
  const lookUpMx = async (name: string) =>
    name === 'acme.example' ? [{ exchange: 'mx.acme.example', priority: 10 }] : [];
  core.deps.ports.mail = { ...createMailPort(core.config), lookUpTxt, lookUpMx };
  sink = await startSmtpSink();
});
afterAll(async () => {
  await sink?.stop();
  await core?.stop();
});

let count = 0;
function inputFor(port: number) {
  count += 1;
  return {
    address: `ada${count}@acme.example`,
    smtp: { host: '127.0.0.1', port, security: 'none', username: 'ada', password: 'geheim-123' },
  };
}
async function connect(port = sink.port) {
  const { body } = await core.request('POST', '/mailboxes', { body: inputFor(port) });
  return body.data;
}

describe('connecting a mailbox', () => {
  test('encrypts the password and never returns it', async () => {
    const input = inputFor(sink.port);
    const preview = await core.request('POST', '/mailboxes?dryRun=true', { body: input });
    const { status, body } = await core.request('POST', '/mailboxes', { body: input });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      address: input.address,
      state: 'active',
      dailyCap: 50,
      smtp: { hasPassword: true },
    });
    expect(JSON.stringify([preview.body, body])).not.toContain('geheim');
    const stored = await findMailbox(core.workspaceId, body.data.id);
    expect(stored!.smtp!.secret).toMatch(/^v2\.[0-9a-f]{8}\./);
    expect(JSON.stringify(stored)).not.toContain('geheim');
  });

  test('says before it connects that a mailbox without IMAP sends first messages only', async () => {
    const input = inputFor(sink.port);
    const warningsOf = async (body: object) =>
      (await core.request('POST', '/mailboxes?dryRun=true', { body })).body.data.warnings;
    expect(await warningsOf(input)).toEqual([expect.stringContaining('first messages only')]);
    expect(await warningsOf({ ...input, imap: { host: '127.0.0.1', port: 143, security: 'none' } })).toEqual([]);
  });

  test('shows when it was last read', async () => {
    const { id, ...unread } = await connect();
    expect(unread).toMatchObject({ lastReadAt: null, readLagSeconds: null, unreadCount: 0 });
    const { imap } = alwaysRead(core);
    const lastReadAt = new Date(Date.now() - 90_000);
    await updateMailbox(core.workspaceId, id, { imap, lastReadAt, unreadCount: 3 }, new Date());
    const { data } = (await core.request('GET', `/mailboxes/${id}`)).body;
    expect(data).toMatchObject({ lastReadAt: lastReadAt.toISOString(), unreadCount: 3 });
    expect(data.readLagSeconds).toBeGreaterThanOrEqual(90);
  });

  test('returns the same plan twice, so that a preview can be confirmed', async () => {
    const input = inputFor(sink.port);
    const first = await core.request('POST', '/mailboxes?dryRun=true', { body: input });
    const headers = { 'plan-digest': first.body.data.planDigest };
    expect((await core.request('POST', '/mailboxes', { body: input, headers })).status).toBe(201);
  });

  test('rejects a second mailbox with the same address, and an invalid address', async () => {
    const { address } = await connect();
    const again = await core.request('POST', '/mailboxes', { body: { ...inputFor(sink.port), address } });
    expect(again.status).toBe(409);
    const wrong = await core.request('POST', '/mailboxes', { body: { ...inputFor(sink.port), address: 'no address' } });
    expect(wrong.body.error).toMatchObject({ code: 'validation_failed', field: 'address' });
  });

  test('rejects hosts outside the public internet unless the operator allows them', async () => {
    Object.defineProperty(core.deps, 'config', { value: { ...core.config, isPrivateHostAllowed: false } });
    const metadata = { host: '169.254.169.254', port: 25, security: 'none' };
    const { status, body } = await core.request('POST', '/mailboxes', { body: { ...inputFor(25), smtp: metadata } });
    Object.defineProperty(core.deps, 'config', { value: core.config });
    expect(status).toBe(422);
    expect(body.error.field).toBe('smtp.host');
  });
});

describe('a mailbox', () => {
  test('is tested by signing in to its servers', async () => {
    const { id } = await connect();
    const good = await core.request('GET', `/mailboxes/${id}/test`);
    expect(good.body.data).toMatchObject({ smtp: { isOk: expect.any(Boolean) }, imap: null });
    const bad = await connect(1);
    const { body } = await core.request('GET', `/mailboxes/${bad.id}/test`);
    expect(body.data).toMatchObject({
      isOk: false,
      smtp: { isOk: false, problem: expect.stringContaining('takes no connections on port 1') },
    });
  });

  test('allows partial changes, and keeps its password if server and username are unchanged', async () => {
    const { id, smtp } = await connect();
    const { hasPassword: _has, ...server } = smtp;
    const body = { signature: 'Ada', smtp: { ...server, security: 'starttls' } };
    const changed = await requestApproved(core, 'PATCH', `/mailboxes/${id}`, { body });
    expect(changed.body.data).toMatchObject({ signature: 'Ada', smtp: { security: 'starttls', hasPassword: true } });
    const moved = { smtp: { ...server, host: '127.0.0.2' } };
    const other = await core.request('PATCH', `/mailboxes/${id}`, { body: moved });
    expect(other.body.data.smtp.hasPassword).toBe(false);
    const window = { days: ['mon'], from: '10:00', to: '09:00', timeZone: 'UTC' };
    const wrong = await core.request('PATCH', `/mailboxes/${id}`, { body: { window } });
    expect(wrong.body.error.field).toBe('window.to');
    const stale = await core.request('PATCH', `/mailboxes/${id}`, { body, headers: { 'if-match': '"1"' } });
    expect(stale.body.error.code).toBe('version_conflict');
  });

  test('can be paused, resumed, and deleted', async () => {
    const { id } = await connect();
    expect((await core.request('POST', `/mailboxes/${id}/pause`)).body.data.state).toBe('paused');
    expect((await core.request('POST', `/mailboxes/${id}/pause`)).status).toBe(409);
    expect((await core.request('POST', `/mailboxes/${id}/resume`)).body.data.state).toBe('active');
    expect((await core.request('POST', `/mailboxes/${id}/resume`)).status).toBe(409);
    const listed = await core.request('GET', '/mailboxes');
    expect(listed.body.data.some((mailbox: { id: string }) => mailbox.id === id)).toBe(true);
    expect((await core.request('DELETE', `/mailboxes/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await core.request('GET', `/mailboxes/${id}`)).status).toBe(404);
  });

  test('has its domain checked for SPF, DKIM, and DMARC', async () => {
    const { id } = await connect();
    const { body } = await core.request('GET', `/mailboxes/${id}/domain-health`);
    expect(body.data).toMatchObject({
      mx: { level: 'ok', record: '10 mx.acme.example', explanation: expect.stringContaining('Replies and bounces') },
      spf: { level: 'ok', explanation: expect.stringContaining('It is set up.') },
      dkim: { level: 'ok', selector: 'google' },
      dmarc: { level: 'weak' },
      isHealthy: true,
    });
    const own = await core.request('GET', `/mailboxes/${id}/domain-health?dkimSelector=mine`);
    expect(own.body.data).toMatchObject({ dkim: { level: 'missing' }, isHealthy: false });
  });
});
