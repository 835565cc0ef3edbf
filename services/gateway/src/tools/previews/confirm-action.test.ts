import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { callTool, confirmTool, type Prepared, prepareTool } from '../../testing/mcp-call.ts';
import { connect } from '../../testing/oauth-client.ts';

describe('preparing and confirming', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway();
  });
  afterEach(() => gateway.stop());

  const call = (name: string, input: object = {}, headers: Record<string, string> = {}) =>
    callTool(gateway.mcpUrl, name, input, headers);
  const prepare = (headers: Record<string, string> = {}) =>
    prepareTool(gateway.mcpUrl, 'create_contact', { email: 'ada@analytical.example' }, headers);
  const confirm = (prepared: Prepared, headers: Record<string, string> = {}) =>
    confirmTool(gateway.mcpUrl, prepared, headers);
  const textOf = ({ content }: { content: { text: string }[] }) => content[0]?.text ?? '';

  test('shows the outcome and does nothing', async () => {
    const answer = await call('create_contact', { email: 'ada@analytical.example' });
    expect(answer.structuredContent).toMatchObject({
      status: 'waiting_for_confirmation',
      confirmationId: expect.stringMatching(/^cnf_[0-9a-f]{40}$/),
      action: 'create_contact',
      effects: [{ op: 'create', label: 'Ada Lovelace' }],
      effectCount: 1,
      skippedCount: 0,
      cost: { credits: 1, balance: 20, balanceAfter: 19 },
      what: 'Would do /api/public/v1/contacts.',
      confirmWith: 'confirm_spend',
      next: expect.stringContaining('Nothing has happened yet'),
    });
    expect(textOf(answer)).toContain('Ada Lovelace');
    expect(textOf(answer)).toContain('Nothing has happened yet');
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('runs the plan that was shown, under its own key and digest', async () => {
    const id = await prepare();
    const answer = await confirm(id);
    expect(answer.structuredContent).toMatchObject({ status: 'done', replayed: false, data: { id: 'con_1' } });
    const [executed] = gateway.core.executed;
    expect(executed?.body).toEqual({ email: 'ada@analytical.example' });
    expect(executed?.headers).toMatchObject({ 'plan-digest': 'digest-1' });
    const [said = ''] = String(executed?.headers['x-outbound-gateway']).split('.');
    expect(JSON.parse(Buffer.from(said, 'base64url').toString())).toMatchObject({
      previewId: id.confirmationId,
      address: '127.0.0.1',
    });
  });

  test('runs once for 100 concurrent confirmations, which all get the same result', async () => {
    const id = await prepare();
    const answers = await Promise.all(Array.from({ length: 100 }, () => confirm(id)));
    expect(gateway.core.executed).toHaveLength(1);
    const fresh = answers.filter(({ structuredContent }) => structuredContent?.replayed === false);
    expect(fresh).toHaveLength(1);
    for (const { structuredContent } of answers)
      expect(structuredContent).toMatchObject({ status: 'done', data: { id: 'con_1' } });
  });

  test('returns the same result to a later confirmation', async () => {
    const id = await prepare();
    const first = await confirm(id);
    gateway.clock.offsetMs += 60 * 60_000;
    const later = await confirm(id);
    expect(later.structuredContent).toEqual({ ...first.structuredContent, replayed: true });
    expect(gateway.core.executed).toHaveLength(1);
  });

  test('shows the new plan when it changed, and runs it after its own confirmation', async () => {
    const id = await prepare();
    gateway.core.planDigest = 'digest-2';
    const changed = await confirm(id);
    expect(changed.structuredContent).toMatchObject({
      status: 'plan_changed',
      confirmationId: expect.stringMatching(/^cnf_/),
    });
    expect(textOf(changed)).toContain('nothing was done');
    expect(gateway.core.executed).toHaveLength(0);
    expect(textOf(await confirm(id))).toContain('newer preview');
    const newId = changed.structuredContent as Record<string, unknown> & Prepared;
    expect((await confirm(newId)).structuredContent).toMatchObject({ status: 'done' });
    expect(gateway.core.executed).toHaveLength(1);
  });

  test('returns the same error for expired, unknown, and other users’ IDs', async () => {
    const id = await prepare();
    const { tokens } = await connect(gateway);
    const foreign = await confirm(id, { authorization: `Bearer ${tokens.access_token}` });
    const unknown = await confirm({ ...id, confirmationId: `cnf_${'0'.repeat(40)}` });
    gateway.clock.offsetMs += 15 * 60_000 + 1_000;
    const expired = await confirm(id);
    expect(foreign.isError).toBe(true);
    expect(foreign).toEqual(unknown);
    expect(expired).toEqual(unknown);
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('separates two workspaces of one user and client', async () => {
    const one = await connect(gateway, { workspace: 'wsp_1' });
    const other = await connect(gateway, { workspace: 'wsp_2' });
    const id = await prepare({ authorization: `Bearer ${one.tokens.access_token}` });
    expect((await confirm(id, { authorization: `Bearer ${other.tokens.access_token}` })).isError).toBe(true);
    expect((await confirm(id, { authorization: `Bearer ${one.tokens.access_token}` })).isError).toBeUndefined();
  });

  test('names the preview in the token for the core', async () => {
    const { tokens } = await connect(gateway);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const id = await prepare(headers);
    await confirm(id, headers);
    const sent = String(gateway.core.executed[0]?.headers.authorization).split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(sent, 'base64url').toString())).toMatchObject({ preview_id: id.confirmationId });
  });

  test('lists and cancels pending previews', async () => {
    const id = await prepare();
    const listed = await call('list_pending_actions');
    expect(listed.structuredContent?.pending).toMatchObject([
      { confirmationId: id.confirmationId, action: 'create_contact' },
    ]);
    expect((await call('cancel_action', { confirmationId: id.confirmationId })).structuredContent).toMatchObject({
      status: 'cancelled',
    });
    expect((await call('cancel_action', { confirmationId: id.confirmationId })).structuredContent).toMatchObject({
      status: 'cancelled',
    });
    expect(textOf(await confirm(id))).toContain('cancelled');
    expect((await call('list_pending_actions')).structuredContent?.pending).toEqual([]);
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('stays confirmable, under the same key, after the core’s response was lost', async () => {
    const id = await prepare();
    const keys: unknown[] = [];
    gateway.core.handlers.set('POST /contacts', ({ headers }) => {
      keys.push(headers['idempotency-key']);
      return { status: 500, body: {} };
    });
    const lost = await confirm(id);
    expect(lost.isError).toBe(true);
    expect(textOf(lost)).toContain('confirm again');
    gateway.core.handlers.delete('POST /contacts');
    expect((await confirm(id)).structuredContent).toMatchObject({ status: 'done' });
    expect(gateway.core.executed[0]?.headers['idempotency-key']).toBe(keys[0]);
  });

  test('waits for an earlier attempt that still runs in the core, and returns its result', async () => {
    const id = await prepare();
    const error = { code: 'idempotency_in_progress', message: 'The first request with this key still runs.' };
    let left = 2;
    gateway.core.handlers.set('POST /contacts', () => {
      left -= 1;
      if (left === 0) gateway.core.handlers.delete('POST /contacts');
      return { status: 409, body: { ok: false, error } };
    });
    expect((await confirm(id)).structuredContent).toMatchObject({ status: 'done', data: { id: 'con_1' } });
    expect(left).toBe(0);
    expect(gateway.core.executed).toHaveLength(1);
  });

  test('stays confirmable after 402, and reports the missing amount', async () => {
    const id = await prepare();
    const error = { code: 'insufficient_credits', message: 'Needs 1 credit, the balance is 0.' };
    gateway.core.handlers.set('POST /contacts', () => ({ status: 402, body: { ok: false, error } }));
    const refused = await confirm(id);
    expect(textOf(refused)).toContain('Needs 1 credit');
    expect(textOf(refused)).toContain('Get credits');
    gateway.core.handlers.delete('POST /contacts');
    expect((await confirm(id)).structuredContent).toMatchObject({ status: 'done' });
  });

  test('remembers a final rejection', async () => {
    const id = await prepare();
    const error = { code: 'contact_exists', message: 'A contact with this address exists: con_7.' };
    gateway.core.handlers.set('POST /contacts', () => ({ status: 409, body: { ok: false, error } }));
    expect(textOf(await confirm(id))).toContain('con_7');
    gateway.core.handlers.delete('POST /contacts');
    expect(textOf(await confirm(id))).toContain('con_7');
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('does not run an action that the scopes no longer allow', async () => {
    const id = await prepare();
    gateway.core.scopes = ['contacts:read'];
    await expect
      .poll(async () => textOf(await call('create_contact', { email: 'x@y.example' })), { timeout: 10_000 })
      .toContain('Missing scope');
    expect(textOf(await confirm(id))).toContain('Missing scope contacts:write');
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('runs nothing if the arguments are invalid, and lists the allowed values', async () => {
    const cases: [object, string][] = [
      [{}, 'Missing argument "email"'],
      [{ email: 'no address' }, 'email must match format'],
      [{ email: 'a@b.example', age: 7 }, 'Unknown argument "age"; allowed: email, firstName'],
      [{ email: 7 }, 'email must be of type string'],
    ];
    for (const [input, message] of cases) expect(textOf(await call('create_contact', input))).toContain(message);
    const unknown = await call('list_contacts', { emailStatus: 'vald' });
    expect(textOf(unknown)).toBe('Unknown emailStatus "vald"; allowed: valid, invalid, unverified.');
    expect(textOf(await call('confirm_change', {}))).toContain('Missing argument "confirmationId"');
    expect(gateway.core.seen.filter(({ path }) => path.includes('/contacts'))).toHaveLength(0);
  });
});
