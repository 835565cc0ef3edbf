import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { bodyBytesMax } from './read-body.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ environment: { RATE_LIMIT_KEY_PER_MINUTE: '60' } });
});
afterAll(() => core.stop());

async function codeOf(method: string, path: string, options: object = {}) {
  const { status, body, headers } = await core.request(method, path, options);
  expect(body).toMatchObject({ ok: false, data: null, error: { requestId: headers.get('x-request-id') } });
  return [status, body.error.code];
}

test('rejects missing, unknown, and malformed keys', async () => {
  for (const key of [`obk_live_${'x'.repeat(38)}`, 'nonsense', '']) {
    const { status, body, headers } = await core.request('GET', '/me', { headers: { authorization: `Bearer ${key}` } });
    expect([status, body.error.code]).toEqual([401, 'unauthenticated']);
    expect(headers.get('www-authenticate')).toContain('Bearer');
  }
});

test('rejects bodies that are not JSON objects', async () => {
  for (const body of ['{"email":', '[]', '"text"', 'null']) {
    const headers = { 'content-type': 'application/json' };
    expect(await codeOf('POST', '/contacts', { body, headers })).toEqual([400, 'malformed_json']);
  }
});

test('rejects a duplicate name in one object in any spelling, and accepts look-alikes', async () => {
  const headers = { 'content-type': 'application/json' };
  const doubled = ['{"email":"a@b.example","email":"c@d.example"}', String.raw`{"custom":{"a":1, "\u0061" : 2}}`];
  for (const body of doubled)
    expect(await codeOf('POST', '/contacts', { body, headers })).toEqual([400, 'malformed_json']);
  const text = String.raw`{"name":"once {\"name\": 1, \"name\"","colour":"#112233"}`;
  expect((await core.request('POST', '/tags?dryRun=true', { body: text, headers })).body.error?.field).toBe('name');
  const items = '{"companies":[{"name":"A","domain":"a.example"},{"name":"B","domain":"b.example"}]}';
  expect((await core.request('POST', '/companies/bulk?dryRun=true', { body: items, headers })).status).toBe(200);
});

test('rejects a body with another media type', async () => {
  const headers = { 'content-type': 'text/plain' };
  expect(await codeOf('POST', '/contacts', { body: 'email=a', headers })).toEqual([415, 'unsupported_media_type']);
});

test('rejects a body in another encoding, a compressed body, and an unexpected body', async () => {
  const body = '{"email":"ada@analytical.example"}';
  const json = 'application/json';
  for (const headers of [
    { 'content-type': `${json}; charset=utf-16` },
    { 'content-type': json, 'content-encoding': 'gzip' },
  ]) {
    expect(await codeOf('POST', '/contacts', { body, headers })).toEqual([415, 'unsupported_media_type']);
  }
  const path = `/contacts/con_${'0'.repeat(26)}`;
  expect(await codeOf('DELETE', path, { body: { force: true } })).toEqual([422, 'validation_failed']);
});

test('rejects a body that is not UTF-8 instead of storing replacement characters', async () => {
  const response = await fetch(`${core.url}/api/public/v1/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${core.key}`, 'content-type': 'application/json' },
    body: Buffer.concat([Buffer.from('{"lastName":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
  });
  const answer = (await response.json()) as { error: { code: string } };
  expect([response.status, answer.error.code]).toEqual([400, 'malformed_json']);
});

test('rejects extremely deep JSON', async () => {
  const body = `{"customFields":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const headers = { 'content-type': 'application/json' };
  const { status, body: answer } = await core.request('POST', '/contacts', { body, headers });
  expect([status, answer.error.code, answer.error.field]).toEqual([422, 'validation_failed', 'customFields']);
});

test('treats the API root as an unknown path, and explains the time format', async () => {
  expect(await codeOf('GET', '')).toEqual([404, 'not_found']);
  const { body } = await core.request('GET', '/contacts?createdAfter=2026-01-01T00:00:00');
  expect(body.error.message).toContain('2026-01-31T09:00:00Z');
});

test('rejects If-Match on operations that do not check it, and an invalid version', async () => {
  const headers = { 'if-match': '"v1"' };
  const { status, body } = await core.request('POST', '/tags', { headers, body: { name: 'a' } });
  expect([status, body.error.field]).toEqual([422, 'If-Match']);
  const path = `/contacts/con_${'0'.repeat(26)}`;
  expect(await codeOf('PATCH', path, { headers: { 'if-match': 'W/"v1"' }, body: {} })).toEqual([
    422,
    'validation_failed',
  ]);
});

test('rejects an oversized body', async () => {
  const body = { lastName: 'x'.repeat(bodyBytesMax) };
  expect(await codeOf('POST', '/contacts', { body })).toEqual([413, 'body_too_large']);
});

test('distinguishes an unknown path from a known path with another method', async () => {
  expect(await codeOf('GET', '/nothing')).toEqual([404, 'not_found']);
  const { status, body, headers } = await core.request('PUT', '/contacts');
  expect([status, body.error.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, POST']);
});

test('rejects invalid percent-encoding in a path, and invalid IDs', async () => {
  for (const id of ['%E0%A4%A', '%00', 'con_1', '..%2F..']) {
    expect(await codeOf('GET', `/contacts/${id}`)).toEqual([422, 'validation_failed']);
  }
});

test('rejects an unreadable file', async () => {
  const body = { format: 'csv', content: 'email,name\nada@analytical.example,"open\n' };
  expect(await codeOf('POST', '/contacts/import', { body })).toEqual([400, 'malformed_request']);
});

test('rejects path parameters in the body and unknown query parameters', async () => {
  const path = `/contacts/con_${'0'.repeat(26)}`;
  const inBody = await core.request('PATCH', path, { body: { contactId: 'con_1' } });
  expect(inBody.body.error).toMatchObject({ code: 'validation_failed', field: 'contactId' });
  const inQuery = await core.request('PATCH', `${path}?title=CTO`, { body: {} });
  expect(inQuery.body.error).toMatchObject({ code: 'validation_failed', field: 'title' });
});

test('limits the rate of a key, sets a retry time, and does not affect other keys', async () => {
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

test('a fixed path accepts only its own methods and is never read as an ID', async () => {
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const { status, headers } = await core.request(method, '/contacts/bulk');
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  }
});

test('rejects an empty or oversized header on a write, also in a dry run', async () => {
  const body = { email: 'header@analytical.example' };
  for (const [name, value] of [
    ['Idempotency-Key', ''],
    ['Plan-Digest', ''],
    ['Plan-Digest', 'f'.repeat(65)],
    ['If-Match', ''],
  ] as const) {
    for (const path of ['/contacts', '/contacts?dryRun=true']) {
      const { status, body: answer } = await core.request('POST', path, { body, headers: { [name]: value } });
      expect([status, answer.error.field]).toEqual([422, name]);
    }
  }
});

test('accepts a query far beyond 16 KiB', async () => {
  const columns = Array.from({ length: 190 }, (_, index) => `${index}${'x'.repeat(200)}=-`).join(',');
  const query = `?dryRun=true&columns=${encodeURIComponent(columns)}`;
  const headers = { 'content-type': 'text/csv' };
  const { status, body } = await core.request('POST', `/contacts/import${query}`, {
    body: 'Mail\nada@a.example\n',
    headers,
  });
  expect([status, body.error.field]).toEqual([422, 'columns']);
});

test.each([
  [
    'GET',
    '/contacts/con_1',
    undefined,
    'contactId must be an ID as the API returns it: con_ and 26 letters and digits.',
  ],
  ['GET', '/contacts?q=a', undefined, 'q must have at least 2 characters.'],
  ['GET', '/contacts?limit=0', undefined, 'limit must be at least 1.'],
  ['GET', '/contacts?limit=101', undefined, 'limit must be at most 100.'],
  [
    'GET',
    '/contacts?updatedAfter=now',
    undefined,
    'updatedAfter must be a time with a time zone, such as 2026-01-31T09:00:00Z.',
  ],
  ['POST', '/contacts', { email: 7 }, 'email must be text.'],
  ['POST', '/contacts', { email: 'a@b.example', phones: 'x' }, 'phones must be a list.'],
  ['POST', '/lists', { name: '' }, 'name must not be empty.'],
])('%s %s returns the required change', async (method, path, body, message) => {
  const { status, body: answer } = await core.request(method, path, { body });
  expect(status).toBe(422);
  expect([
    answer.error.message,
    ...answer.error.details.map((detail: { message: string }) => detail.message),
  ]).toContain(message);
});

test('accepts the always included ID in fields', async () => {
  const { status } = await core.request('GET', '/contacts?fields=id');
  expect(status).toBe(200);
});
