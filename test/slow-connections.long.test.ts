import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, type Product, restClient, startProduct } from './harness/product.ts';

let product: Product;
let request: ReturnType<typeof restClient>;
const attackers: Socket[] = [];
beforeAll(async () => {
  // Loopback is no proxy here, so that its addresses are networks like any other.
  product = await startProduct({ TRUST_PROXY: 'none', METRICS_PORT: '0' });
  request = restClient(product.url, (await createAccount(product)).key);
}, 120_000);
afterAll(async () => {
  for (const socket of attackers) socket.destroy();
  await product.stop();
});

const slowBody = 'POST /api/public/v1/contacts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{"a":';

/** Half of them send nothing, half of them the start of a body. */
async function attack(localAddress: string, count: number): Promise<void> {
  const port = Number(new URL(product.url).port);
  const opened = Array.from({ length: count }, (_, index) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    attackers.push(socket);
    socket.on('error', () => {}).resume();
    return new Promise((resolve) =>
      socket.once('connect', () => {
        if (index % 2 === 1) socket.write(slowBody);
        resolve(undefined);
      }),
    );
  });
  await Promise.all(opened);
}

async function othersSucceed(count: number): Promise<number> {
  let succeeded = 0;
  for (let asked = 0; asked < count; asked += 1)
    succeeded += (await request('GET', '/contacts')).status === 200 ? 1 : 0;
  return succeeded;
}

test('2,000 slow and half-open connections cost others no request, and end', { timeout: 120_000 }, async () => {
  for (const network of [1, 2, 3, 4]) await attack(`127.0.${network}.9`, 500);
  expect(await othersSucceed(200)).toBe(200);
  // The fifth network has a hundred more than it may have.
  await attack('127.0.5.9', 600);
  expect(await othersSucceed(50)).toBe(50);
  const isOpen = () => attackers.filter((socket) => !socket.destroyed).length;
  await expect.poll(isOpen, { timeout: 60_000, interval: 500 }).toBe(0);
  expect(await othersSucceed(10)).toBe(10);
});
