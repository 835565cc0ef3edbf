import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import { createOutbound, OutboundError, verifyWebhook } from './index.ts';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  isCut?: boolean;
}

let server: Server | undefined;
afterEach(() => server?.close());

/** A service that returns these responses in order and records its requests. */
async function serve(answers: Answer[]) {
  const asked: { method: string; url: string; key: string | undefined; digest: string | undefined; body: string }[] =
    [];
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const [key, digest] = [headers['idempotency-key'], headers['plan-digest']] as (string | undefined)[];
    asked.push({ method, url, key, digest, body: await textOf(request) });
    const { status = 200, headers: more = {}, body, isCut } = answers[asked.length - 1] ?? { status: 500 };
    if (isCut) return request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body ?? null));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, outbound: createOutbound({ baseUrl, apiKey: 'obk_live_x', backoffMs: 1, retryAfterMaxMs: 10 }) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

const contact = { id: 'con_1', email: 'ada@analytical.example' };
const done = { ok: true, summary: 'Created.', data: contact };

test('keeps the Idempotency-Key after a lost connection, a 503, and a request in progress', async () => {
  const running = { ok: false, error: { code: 'idempotency_in_progress', message: 'Still running.' } };
  const { asked, outbound } = await serve([
    { isCut: true },
    { status: 503, headers: { 'retry-after': '0' } },
    { status: 409, headers: { 'retry-after': '0' }, body: running },
    { status: 201, body: done },
  ]);
  const created = await outbound.call('post', '/contacts', { body: { email: contact.email } });
  expect(created.email).toBe(contact.email);
  expect(asked.map(({ body }) => JSON.parse(body))).toEqual(Array(4).fill({ email: contact.email }));
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  expect(asked[0]!.key).toMatch(/^[\w-]{36}$/);
});

test('waits no longer than its limit, and then throws the error', async () => {
  const error = { code: 'rate_limited', message: 'Too many.', retryable: true, requestId: 'req_1' };
  const { asked, outbound } = await serve([{ status: 429, headers: { 'retry-after': '30' }, body: { error } }]);
  const refusal = await outbound.call('get', '/contacts', {}).catch((caught: unknown) => caught);
  expect(refusal).toBeInstanceOf(OutboundError);
  expect(refusal).toMatchObject({ status: 429, code: 'rate_limited', message: 'Too many.', refusal: error });
  expect(asked).toHaveLength(1);
});

test('throws immediately if a retry cannot succeed', async () => {
  const error = {
    code: 'contact_exists',
    message: 'Exists.',
    retryable: false,
    requestId: 'req_1',
    existingId: 'con_1',
  };
  const { asked, outbound } = await serve([{ status: 409, body: { ok: false, data: null, error } }]);
  await expect(outbound.call('post', '/contacts', { body: {} })).rejects.toMatchObject({ code: 'contact_exists' });
  expect(asked).toHaveLength(1);
});

test('reads a list page by page, only as far as needed', async () => {
  const page = (nextCursor: string | null) => ({ limit: 2, nextCursor });
  const { asked, outbound } = await serve([
    { body: { ok: true, data: [{ id: 'con_1' }, { id: 'con_2' }], page: page('c1') } },
    { body: { ok: true, data: [{ id: 'con_3' }], page: page(null) } },
  ]);
  const walk = outbound.each('/contacts', { query: { emailStatus: 'valid', limit: 2 } });
  expect((await walk.next()).value?.id).toBe('con_1');
  expect(asked).toHaveLength(1);
  const rest: string[] = [];
  for await (const { id } of walk) rest.push(id!);
  expect(rest).toEqual(['con_2', 'con_3']);
  expect(asked.map(({ url }) => url)).toEqual([
    '/api/public/v1/contacts?emailStatus=valid&limit=2',
    '/api/public/v1/contacts?emailStatus=valid&limit=2&cursor=c1',
  ]);
});

test('confirms a preview with its digest and a single key', async () => {
  const data = { dryRun: true, summary: 'Would create.', effects: [{ op: 'create' }], skipped: [], warnings: [] };
  const { asked, outbound } = await serve([
    { body: { ok: true, data: { ...data, planDigest: 'd1' }, cost: { credits: 0, balance: 200 } } },
    { status: 201, body: done },
    { status: 201, body: done },
  ]);
  const preview = await outbound.preview('post', '/contacts', { body: { email: contact.email } });
  expect(preview).toMatchObject({ summary: 'Would create.', cost: { balance: 200 }, effects: [{ op: 'create' }] });
  expect(await preview.confirm()).toEqual(contact);
  await preview.confirm();
  expect(asked[0]!.url).toContain('dryRun=true');
  expect(asked.slice(1).map(({ digest }) => digest)).toEqual(['d1', 'd1']);
  expect(asked[1]!.key).toBe(asked[2]!.key);
});

test('returns the event of a signed delivery and rejects a forged one', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const event = { id: 'evt_1', type: 'contact.created', timestamp: '', subjectId: 'con_1', data: {} };
  const body = JSON.stringify(event);
  const now = new Date();
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
  };
  expect(verifyWebhook(secret, headers, body)).toEqual(event);
  expect(() => verifyWebhook(secret, headers, body.replace('con_1', 'con_2'))).toThrow('signature');
});
