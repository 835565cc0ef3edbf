import nock from 'nock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askProvider, providerProblem } from '../providers/provider-request.ts';
import { inTransaction } from '../store/documents/transaction.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { metrics } from './metrics.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function numberAt(name: string): Promise<number> {
  const line = (await metrics.metrics()).split('\n').find((text) => text.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test('counts failed provider calls by provider', async () => {
  nock('https://provider.invalid').get('/').replyWithError('reset').get('/').reply(503, '{}');
  const request = { provider: 'Somebody', url: 'https://provider.invalid/', headers: {}, timeoutMs: 1_000 };
  await expect(askProvider(request)).rejects.toThrow('Somebody could not be reached');
  const answer = await askProvider(request);
  expect(providerProblem('Somebody', answer, 'is down').message).toContain('503');
  expect(await numberAt('outbound_provider_errors_total{provider="Somebody"}')).toBe(2);
});

test('counts restarted transactions', async () => {
  const before = await numberAt('outbound_store_conflicts_total');
  let runs = 0;
  await inTransaction(async () => {
    runs += 1;
    if (runs < 3) throw Object.assign(new Error('E11000 duplicate key'), { code: 11_000 });
  });
  expect(await numberAt('outbound_store_conflicts_total')).toBe(before + 2);
  expect(core.workspaceId).toMatch(/^wsp_/);
});
