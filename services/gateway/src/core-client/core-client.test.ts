import nock from 'nock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fixtureContract } from '../testing/fixture-contract.ts';
import { type CoreClient, createCoreClient } from './core-client.ts';

const coreUrl = 'http://core.internal:3000';
const base = '/api/public/v1';
const context = { authorization: 'Bearer token', requestId: 'req_1', traceparent: '00-trace', previewId: 'cnf_1' };
function action(name: string) {
  const found = fixtureContract().actions.find((each) => each.name === name);
  if (!found) throw new Error(`no action ${name}`);
  return found;
}

describe('calls to the core', () => {
  let core: CoreClient;
  beforeAll(() => nock.disableNetConnect());
  beforeEach(() => {
    const urls = { coreUrl, coreInternalUrl: coreUrl, internalSecret: 'secret' };
    core = createCoreClient({ ...urls, fetch: (...request) => globalThis.fetch(...request) });
  });
  afterEach(async () => {
    nock.cleanAll();
    await core.close();
  });
  afterAll(() => {
    nock.enableNetConnect();
  });

  const envelope = { ok: true, summary: 'Fine.', data: [{ id: 'con_1' }], page: { limit: 5, nextCursor: 'c' } };

  test('puts a read’s arguments into path and query, with the caller and the reason', async () => {
    nock(coreUrl, {
      reqheaders: {
        authorization: 'Bearer token',
        'x-request-id': 'req_1',
        traceparent: '00-trace',
        'x-outbound-gateway': /^[\w-]+\.[\w-]+$/,
      },
    })
      .get(`${base}/contacts`)
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
      isReplay: false,
      envelope: { summary: 'Fine.', data: [{ id: 'con_1' }], page: envelope.page },
    });
  });

  test('sends the members of objects one by one, and nested conditions as JSON', async () => {
    const where = { or: [{ field: 'stage', op: 'eq', value: 'new' }] };
    const query = { where: JSON.stringify(where), 'customFields[tier]': 'gold', 'customFields[budget]': '10..50' };
    nock(coreUrl)
      .get(`${base}/contacts`)
      .query((sent) => JSON.stringify(sent) === JSON.stringify(query))
      .reply(200, envelope);
    const input = { where, customFields: { tier: 'gold', budget: '10..50' } };
    expect(await core.call(action('list_contacts'), input, { read: true }, context)).toMatchObject({ ok: true });
  });

  test('escapes values in the path', async () => {
    nock(coreUrl).get(`${base}/contacts/..%2Fme%3Fx`).reply(200, envelope);
    expect(await core.call(action('get_contact'), { contactId: '../me?x' }, { read: true }, context)).toMatchObject({
      ok: true,
    });
  });

  test('requests a dry run in the query and leaves the body unchanged', async () => {
    nock(coreUrl).post(`${base}/contacts`, { email: 'a@b.example' }).query({ dryRun: 'true' }).reply(200, envelope);
    expect(
      await core.call(action('create_contact'), { email: 'a@b.example' }, { dryRun: true }, context),
    ).toMatchObject({ ok: true });
  });

  test('executes with the preview’s key, digest, and ID', async () => {
    const isOfPreview = (mark: string | null) =>
      Buffer.from(mark ?? '', 'base64url')
        .toString()
        .includes('"previewId":"cnf_1"');
    const reqheaders = { 'idempotency-key': 'key-1', 'plan-digest': 'digest-1', 'x-outbound-gateway': isOfPreview };
    nock(coreUrl, { reqheaders }).post(`${base}/campaigns/cmp_1/launch`, {}).reply(200, envelope);
    const mode = { idempotencyKey: 'key-1', planDigest: 'digest-1' };
    expect(await core.call(action('launch_campaign'), { campaignId: 'cmp_1' }, mode, context)).toMatchObject({
      ok: true,
    });
  });

  test('repeats a keyed write after a broken connection, with the same key', async () => {
    const keyed = nock(coreUrl, { reqheaders: { 'idempotency-key': 'key-1' } });
    keyed.post(`${base}/contacts`).replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    keyed.post(`${base}/contacts`).reply(201, envelope);
    const mode = { idempotencyKey: 'key-1', planDigest: '' };
    expect(await core.call(action('create_contact'), { email: 'a@b.example' }, mode, context)).toMatchObject({
      ok: true,
      status: 201,
    });
    expect(nock.isDone()).toBe(true);
  });

  test.each([502, 503, 504])('tries a read again after %i', async (status) => {
    nock(coreUrl).get(`${base}/contacts`).reply(status, {}).get(`${base}/contacts`).reply(200, envelope);
    expect(await core.call(action('list_contacts'), {}, { read: true }, context)).toMatchObject({ ok: true });
  });

  test('distinguishes "nothing was sent" from "the outcome is unknown"', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    nock(coreUrl).post(`${base}/contacts`).times(3).replyWithError(refused);
    const mode = { idempotencyKey: 'key-1', planDigest: '' };
    const call = () => core.call(action('create_contact'), { email: 'a@b.example' }, mode, context);
    expect(await call()).toEqual({ ok: false, failure: { kind: 'unavailable' } });
    core = createCoreClient({ coreUrl, coreInternalUrl: coreUrl, fetch: (...request) => globalThis.fetch(...request) });
    nock(coreUrl)
      .post(`${base}/contacts`)
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    nock(coreUrl).post(`${base}/contacts`).times(2).reply(503, {});
    expect(await call()).toEqual({ ok: false, failure: { kind: 'unknown' } });
  });

  test('returns rejections as values, without the surrounding body', async () => {
    const error = { code: 'missing_scope', message: 'Missing.', missingScopes: ['contacts:read'], requestId: 'req_9' };
    nock(coreUrl).get(`${base}/contacts`).reply(403, { ok: false, error });
    expect(await core.call(action('list_contacts'), {}, { read: true }, context)).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 403, ...error },
    });
  });

  test('stops calling a core that is down, and responds immediately', async () => {
    nock(coreUrl).get(`${base}/contacts`).times(5).reply(503, {});
    await core.call(action('list_contacts'), {}, { read: true }, context);
    await core.call(action('list_contacts'), {}, { read: true }, context);
    expect(core.isDown()).toBe(true);
    const startedAt = performance.now();
    const answer = await core.call(action('list_contacts'), {}, { read: true }, context);
    expect(answer).toEqual({ ok: false, failure: { kind: 'unavailable' } });
    expect(performance.now() - startedAt).toBeLessThan(50);
  });

  test('does not repeat a ticket redemption', async () => {
    nock(coreUrl).post('/internal/tickets/redeem', { ticket: 't' }).reply(503, {});
    expect(await core.post('/internal/tickets/redeem', { ticket: 't' }, {})).toEqual({ status: 503, body: {} });
  });
});
