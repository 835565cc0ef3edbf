import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { Supervised } from '../processes/supervise.ts';
import { createFront } from './front.ts';
import { Readiness } from './readiness.ts';

/** Behaves like a part: on SIGTERM it serves for a moment, then closes idle connections and ends. */
const source = `
import { createServer } from 'node:http';
const server = createServer((_request, response) => setTimeout(() => response.end('{"ok":true}'), 5));
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => setTimeout(() => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
}, 200));
`;
const clients = 12;

test('holds requests while a part restarts and loses none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outbound-part-'));
  mkdirSync(join(dataDir, 'logs'));
  const script = join(dataDir, 'part.mjs');
  writeFileSync(script, source);
  const readiness = new Readiness();
  const PORT = String(await freePort());
  const part = new Supervised({ name: 'core', script, env: { PORT } }, dataDir, {
    onChange: () => readiness.changed(),
  });
  part.start();
  readiness.watch(part);
  const front = createFront({ readiness, urlOf: () => `http://127.0.0.1:${PORT}`, trustProxy: 'loopback' });
  await once(front.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = front.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const ask = async (): Promise<number | undefined> => {
    const [response] = await once(request({ port, path: '/app', agent }).end(), 'response');
    await once(response.resume(), 'end');
    return response.statusCode;
  };
  expect(await ask()).toBe(200);

  const statuses = new Set<number | undefined>();
  let isOver = false;
  const client = async () => {
    while (!isOver) statuses.add(await ask());
  };
  const running = Array.from({ length: clients }, client);
  for (let i = 0; i < 3; i += 1) {
    const { pid } = part.identity!;
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => part.identity!.pid, { timeout: 20_000 }).not.toBe(pid);
    await expect.poll(() => part.status.state, { timeout: 20_000 }).toBe('ready');
  }
  isOver = true;
  await Promise.all(running);
  expect([...statuses]).toEqual([200]);

  agent.destroy();
  readiness.stop();
  front.server.close();
  await part.stop();
});
