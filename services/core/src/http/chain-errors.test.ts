import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { bodyBytesMax } from './read-body.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ environment: { RATE_LIMIT_KEY_PER_MINUTE: '60' } });
});
afterAll(() => core.stop());

const codeOf = async (method: string, path: string, options: object = {}) => {
  const { status, body, headers } = await core.request(method, path, options);
  expect(body).toMatchObject({ ok: false, data: null, error: { requestId: headers.get('x-request-id') } });
  return [status, body.error.code];
};

test('refuses a request without a key, with an unknown one, and with a malformed one', async () => {
  for (const key of [`obk_live_${'x'.repeat(38)}`, 'nonsense', '']) {
    const { status, body, headers } = await core.request('GET', '/me', { headers: { authorization: `Bearer ${key}` } });
    expect([status, body.error.code]).toEqual([401, 'unauthenticated']);
    expect(headers.get('www-authenticate')).toContain('Bearer');
  }
});

test('refuses bodies that are not JSON objects', async () => {
  for (const body of ['{"email":', '[]', '"text"', 'null']) {
    const headers = { 'content-type': 'application/json' };
    expect(await codeOf('POST', '/contacts', { body, headers })).toEqual([400, 'malformed_json']);
  }
});

test('refuses a body of another media type', async () => {
  const headers = { 'content-type': 'text/plain' };
  expect(await codeOf('POST', '/contacts', { body: 'email=a', headers })).toEqual([415, 'unsupported_media_type']);
});

test('refuses a body that is too large', async () => {
  const body = { lastName: 'x'.repeat(bodyBytesMax) };
  expect(await codeOf('POST', '/contacts', { body })).toEqual([413, 'body_too_large']);
});

test('tells an unknown path from a known one with another method', async () => {
  expect(await codeOf('GET', '/nothing')).toEqual([404, 'not_found']);
  const { status, body, headers } = await core.request('PUT', '/contacts');
  expect([status, body.error.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, POST']);
});

test('refuses a path that is not valid percent-encoding, and ids that are none', async () => {
  for (const id of ['%E0%A4%A', '%00', 'con_1', '..%2F..']) {
    expect(await codeOf('GET', `/contacts/${id}`)).toEqual([422, 'validation_failed']);
  }
});

test('refuses a file that cannot be read', async () => {
  const body = { format: 'csv', content: 'email,name\nada@analytical.example,"open\n' };
  expect(await codeOf('POST', '/contacts/import', { body })).toEqual([400, 'malformed_request']);
});

test('refuses path parameters in the body and unknown parameters in the query', async () => {
  const path = `/contacts/con_${'0'.repeat(26)}`;
  const inBody = await core.request('PATCH', path, { body: { contactId: 'con_1' } });
  expect(inBody.body.error).toMatchObject({ code: 'validation_failed', field: 'contactId' });
  const inQuery = await core.request('PATCH', `${path}?title=CTO`, { body: {} });
  expect(inQuery.body.error).toMatchObject({ code: 'validation_failed', field: 'title' });
});

test('limits the rate of a key, says when to come back, and leaves other keys alone', async () => {
  const key = await core.addKey(['contacts:read']);
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => core.request('GET', '/contacts?limit=1', { key })),
  );
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]!.body.error).toMatchObject({ code: 'rate_limited', retryable: true });
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await core.request('GET', '/me')).status).toBe(200);
});
