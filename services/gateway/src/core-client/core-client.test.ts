import nock from 'nock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixtureContract } from '../testing/fixture-contract.ts';
import { type CoreClient, createCoreClient } from './core-client.ts';

const CORE = 'http://core.internal:3000';
const BASE = '/api/public/v1';
const context = { authorization: 'Bearer token', requestId: 'req_1', traceparent: '00-trace', previewId: 'cnf_1' };
const action = (name: string) => {
  const found = fixtureContract().actions.find((each) => each.name === name);
  if (!found) throw new Error(`no action ${name}`);
  return found;
};

describe('calls to the core', () => {
  let core: CoreClient;
  beforeAll(() => nock.disableNetConnect());
  beforeEach(() => {
    core = createCoreClient({ coreUrl: CORE, fetch: (...request) => globalThis.fetch(...request) });
  });
  afterEach(async () => {
    nock.cleanAll();
    await core.close();
  });
  afterAll(() => {
    nock.enableNetConnect();
    nock.restore();
  });

  const envelope = { ok: true, summary: 'Fine.', data: [{ id: 'con_1' }], page: { limit: 5, nextCursor: 'c' } };

  it('puts a read’s arguments into path and query, with who asks and why', async () => {
    nock(CORE, {
      reqheaders: {
        authorization: 'Bearer token',
        'x-request-id': 'req_1',
        traceparent: '00-trace',
        'x-outbound-via': 'mcp',
      },
    })
      .get(`${BASE}/contacts`)
      .query({ emailStatus: 'valid', limit: '5' })
      .reply(200, envelope);
    const answer = await core.call(
      action('list_contacts'),
      { emailStatus: 'valid', limit: 5 },
      { read: true },
      context,
    );
    expect(answer).toEqual({
      ok: true,
      status: 200,
      envelope: { summary: 'Fine.', data: [{ id: 'con_1' }], page: envelope.page },
    });
  });

  it('escapes what goes into the path', async () => {
    nock(CORE).get(`${BASE}/contacts/..%2Fme%3Fx`).reply(200, envelope);
    expect(await core.call(action('get_contact'), { contactId: '../me?x' }, { read: true }, context)).toMatchObject({
      ok: true,
    });
  });

  it('asks for a dry run in the query and leaves the body as it is', async () => {
    nock(CORE).post(`${BASE}/contacts`, { email: 'a@b.example' }).query({ dryRun: 'true' }).reply(200, envelope);
    expect(
      await core.call(action('create_contact'), { email: 'a@b.example' }, { dryRun: true }, context),
    ).toMatchObject({ ok: true });
  });

  it('executes with the preview’s key, digest and id', async () => {
    const reqheaders = { 'idempotency-key': 'key-1', 'plan-digest': 'digest-1', 'x-outbound-preview': 'cnf_1' };
    nock(CORE, { reqheaders }).post(`${BASE}/campaigns/cmp_1/launch`, {}).reply(200, envelope);
    const mode = { idempotencyKey: 'key-1', planDigest: 'digest-1' };
    expect(await core.call(action('launch_campaign'), { campaignId: 'cmp_1' }, mode, context)).toMatchObject({
      ok: true,
    });
  });

  it('repeats a keyed write after a broken connection, with the same key', async () => {
    const keyed = nock(CORE, { reqheaders: { 'idempotency-key': 'key-1' } });
    keyed.post(`${BASE}/contacts`).replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    keyed.post(`${BASE}/contacts`).reply(201, envelope);
    const mode = { idempotencyKey: 'key-1', planDigest: '' };
    expect(await core.call(action('create_contact'), { email: 'a@b.example' }, mode, context)).toMatchObject({
      ok: true,
      status: 201,
    });
    expect(nock.isDone()).toBe(true);
  });

  it.each([502, 503, 504])('tries a read again after %i', async (status) => {
    nock(CORE).get(`${BASE}/contacts`).reply(status, {}).get(`${BASE}/contacts`).reply(200, envelope);
    expect(await core.call(action('list_contacts'), {}, { read: true }, context)).toMatchObject({ ok: true });
  });

  it('tells "nothing was sent" from "nobody knows"', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    nock(CORE).post(`${BASE}/contacts`).times(3).replyWithError(refused);
    const mode = { idempotencyKey: 'key-1', planDigest: '' };
    const call = () => core.call(action('create_contact'), { email: 'a@b.example' }, mode, context);
    expect(await call()).toEqual({ ok: false, failure: { kind: 'unavailable' } });
    core = createCoreClient({ coreUrl: CORE, fetch: (...request) => globalThis.fetch(...request) });
    nock(CORE)
      .post(`${BASE}/contacts`)
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    nock(CORE).post(`${BASE}/contacts`).times(2).reply(503, {});
    expect(await call()).toEqual({ ok: false, failure: { kind: 'unknown' } });
  });

  it('hands refusals over as values, without the body around them', async () => {
    const error = { code: 'missing_scope', message: 'Missing.', missingScopes: ['contacts:read'], requestId: 'req_9' };
    nock(CORE).get(`${BASE}/contacts`).reply(403, { ok: false, error });
    expect(await core.call(action('list_contacts'), {}, { read: true }, context)).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 403, ...error },
    });
  });

  it('stops asking a core that is down, and answers at once', async () => {
    nock(CORE).get(`${BASE}/contacts`).times(5).reply(503, {});
    await core.call(action('list_contacts'), {}, { read: true }, context);
    await core.call(action('list_contacts'), {}, { read: true }, context);
    expect(core.isDown()).toBe(true);
    const startedAt = performance.now();
    const answer = await core.call(action('list_contacts'), {}, { read: true }, context);
    expect(answer).toEqual({ ok: false, failure: { kind: 'unavailable' } });
    expect(performance.now() - startedAt).toBeLessThan(50);
  });

  it('does not repeat the redemption of a ticket', async () => {
    nock(CORE).post('/internal/tickets/redeem', { ticket: 't' }).reply(503, {});
    expect(await core.post('/internal/tickets/redeem', { ticket: 't' }, {})).toEqual({ status: 503, body: {} });
  });
});
