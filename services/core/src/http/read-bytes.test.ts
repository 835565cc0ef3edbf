import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Context } from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppError } from '../errors/errors.ts';
import { readBytes } from './read-bytes.ts';

const server = createServer(async (req, response) => {
  const set: Context['set'] = (name: string | object, value: string | string[] = '') => {
    response.setHeader(String(name), value);
  };
  const limits = { bytesMax: 10, tooLarge: 'too large', withinMs: 50 };
  const answer = await readBytes({ req, set }, limits).then(String, (error: AppError) => error.message);
  response.end(answer);
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

/** Returns the response text received until the server closes the connection. */
async function send(body: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);
  return text(socket);
}

test.for([
  ['2\r\nab\r\n', 'The body was not complete after 0.05 s.'],
  [`b\r\n${'a'.repeat(11)}\r\n`, 'too large'],
])('the connection of %j ends with the response', async ([body, reason]) => {
  expect((await send(body)).split('\r\n\r\n').at(-1)).toContain(reason);
});

test('a client that sends too much and then reads gets the response and keeps the connection', async () => {
  const chunk = `b\r\n${'a'.repeat(11)}\r\n`;
  const whole = await send(`${chunk}${chunk}0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(whole.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  expect(whole).toContain('too large');
});

test('closes the connection of an endless body', async () => {
  const chunk = `b\r\n${'a'.repeat(11)}\r\n`;
  expect(await send(chunk.repeat(20))).toMatch(/Connection: close[\s\S]*too large/i);
});

test('reads a whole body, however it is chunked', async () => {
  const { port } = server.address() as AddressInfo;
  const parts = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of ['ab', 'cd']) controller.enqueue(Buffer.from(part));
      controller.close();
    },
  });
  const init = { method: 'POST', body: parts, duplex: 'half' } as const;
  expect(await (await fetch(`http://127.0.0.1:${port}`, init)).text()).toBe('abcd');
});
