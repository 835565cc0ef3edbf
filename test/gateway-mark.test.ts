import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGatewayMark } from '../services/core/src/http/gateway-mark.ts';
import { startTestCore, type TestCore } from '../services/core/src/testing/start-test-core.ts';
// Checks both halves together: the core reads the mark that the gateway writes.
import { gatewayMark } from '../services/gateway/src/core-client/gateway-mark.ts';

const secret = 'test-internal-secret';
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function recordedAfter(headers: Record<string, string>) {
  const idempotencyKey = Math.random().toString(36).slice(2);
  await core.request('POST', '/tags', { body: { name: idempotencyKey }, headers, idempotencyKey });
  const { body } = await core.request('GET', '/audit?action=create_tag&limit=1');
  const { via, previewId, address } = body.data[0];
  return { via, previewId, address };
}

test('the core trusts call details only from the gateway', async () => {
  const forged = { 'x-outbound-via': 'mcp', 'x-outbound-preview': 'prv_forged', 'x-forwarded-for': '203.0.113.9' };
  expect(await recordedAfter(forged)).toMatchObject({ via: 'rest', previewId: null, address: '203.0.113.9' });
  const authorization = `Bearer ${core.key}`;
  const said = { authorization, previewId: 'cnf_1', address: '2001:db8::7' };
  const mark = gatewayMark(said, secret, Date.now());
  const seen = await recordedAfter({ 'x-outbound-gateway': mark });
  expect(seen).toEqual({ via: 'mcp', previewId: 'cnf_1', address: '2001:db8::7' });
});

const now = new Date();
const credential = { authorization: 'Bearer a', secret, now };
const said = { authorization: 'Bearer a', previewId: 'cnf_1' };
const [payload, signature] = gatewayMark(said, secret, now.getTime()).split('.');
test.each([
  ['another secret', gatewayMark(said, 'other', now.getTime())],
  ['another credential', gatewayMark({ authorization: 'Bearer b' }, secret, now.getTime())],
  ['an old one', gatewayMark(said, secret, now.getTime() - 61_000)],
  ['one of tomorrow', gatewayMark(said, secret, now.getTime() + 61_000)],
  ['a changed one', `${Buffer.from('{"at":0}').toString('base64url')}.${signature}`],
  ['no signature', `${payload}.`],
  ['nothing', ''],
  ['nonsense', '...'],
])('ignores %s', (_name, header) => {
  expect(readGatewayMark(header, credential)).toBeNull();
});

test('accepts a genuine mark without invalid addresses and previews', () => {
  const odd = { ...said, previewId: 'a b', address: 'x"y' };
  expect(readGatewayMark(gatewayMark(odd, secret, now.getTime()), credential)).toEqual({});
  expect(readGatewayMark(`${payload}.${signature}`, credential)).toEqual({ previewId: 'cnf_1' });
});
