import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { portOf } from './metrics-port.ts';

test('a closed server has no port', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  expect(portOf(server)).toBeGreaterThan(0);
  await once(server.close(), 'close');
  expect(portOf(server)).toBeUndefined();
});
