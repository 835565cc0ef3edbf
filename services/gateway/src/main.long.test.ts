import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { MONGODB_URI } from './testing/gateway.ts';

const mainPath = fileURLToPath(new URL('./main.ts', import.meta.url));

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [mainPath], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.error += chunk;
  });
  return { child, output };
}

test('reports a configuration error in one line, and exits', async () => {
  const { child, output } = run({ PORT: '0' });
  expect(await once(child, 'exit')).toEqual([78, null]);
  expect(output.out.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(output.out).msg).toContain('MONGODB_URI is missing');
});

test('prints only JSON, becomes ready, and stops on SIGTERM', async () => {
  const database = `gateway_test_${randomBytes(6).toString('hex')}`;
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const { child, output } = run({
    PORT: String(port),
    METRICS_PORT: String(port + 1),
    MONGODB_URI,
    GATEWAY_DATABASE: database,
    CORE_URL: 'http://127.0.0.1:1',
    INTERNAL_SECRET: 'secret',
  });
  const url = `http://127.0.0.1:${port}`;
  const status = (path: string) =>
    fetch(url + path).then(
      (response) => response.status,
      () => 0,
    );
  await expect.poll(() => status('/readyz'), { timeout: 30_000 }).toBe(200);
  expect(await status('/healthz')).toBe(200);
  expect(await status('/metrics')).toBe(404);
  const metricsUrl = `http://127.0.0.1:${port + 1}/metrics`;
  expect(await (await fetch(metricsUrl)).text()).toContain('outbound_gateway_request_seconds');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  for (const line of output.out.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  expect(output.error).toBe('');
  const client = await MongoClient.connect(MONGODB_URI);
  await client.db(database).dropDatabase();
  await client.close();
});
