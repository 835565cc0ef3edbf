import { afterAll, expect, test } from 'vitest';
import { generateApiKey } from '../../domain/members/api-key-format.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let now = new Date();
const core: TestCore = await startTestCore({ now: () => now, environment: { RATE_LIMIT_ADDRESS_PER_MINUTE: '5' } });
afterAll(() => core.stop());

function from(address: string, key: string) {
  return core.request('GET', '/tags', { key, headers: { 'x-forwarded-for': address } });
}

test('counts all IPv6 addresses of one connection as one', async () => {
  const statuses = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await from(`2001:db8:1:2::${i}`, generateApiKey())).status);
  expect(statuses).toEqual([...Array(5).fill(401), 429]);
  expect((await from('2001:db8:1:3::1', generateApiKey())).status).toBe(401);
});

test('limits unknown keys by address, but not keys in use or other addresses', async () => {
  expect((await from('203.0.113.1', core.key)).status).toBe(200);
  const statuses = [];
  for (let i = 0; i < 8; i += 1) statuses.push((await from('203.0.113.1', generateApiKey())).status);
  expect(statuses).toEqual([...Array(5).fill(401), 429, 429, 429]);
  const known = await from('203.0.113.3', generateApiKey());
  expect(known.headers.get('ratelimit')).toMatch(/^"address";r=\d+;t=\d+$/);
  const refused = await from('203.0.113.1', generateApiKey());
  const withoutKey = await from('203.0.113.1', 'none');
  for (const { status, headers } of [refused, withoutKey]) {
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"address";q=5;w=60']);
    expect(headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+$/);
  }
  expect(refused.body.error).toMatchObject({ code: 'rate_limited', retryable: true });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await from('203.0.113.1', core.key)).status).toBe(200);
  expect((await from('203.0.113.2', generateApiKey())).status).toBe(401);
  now = new Date(now.getTime() + 61_000);
  expect((await from('203.0.113.1', (await core.addWorkspace()).key)).status).toBe(200);
});
