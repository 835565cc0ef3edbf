import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeJson } from './write-json.ts';

const bodies: Record<string, unknown> = {
  '/object': { text: 'cut \ud83d', whole: '😀' },
  '/text': JSON.stringify({ text: 'cut \ud83d' }),
  '/list': ['\ude00'],
  '/stream': Readable.from([Buffer.from('{"a":1}')]),
};
const app = new Koa();
app.use(writeJson);
app.use((ctx) => {
  ctx.type = ctx.path === '/plain' ? 'text' : 'json';
  ctx.body = bodies[ctx.path] ?? 'plain \\ud83d';
});
const server = app.listen(0, '127.0.0.1');
async function get(path: string) {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { text: await response.text(), type: response.headers.get('content-type') };
}

beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

test.each([
  ['/object', { text: 'cut \ufffd', whole: '😀' }],
  ['/text', { text: 'cut \ufffd' }],
  ['/list', ['\ufffd']],
  ['/stream', { a: 1 }],
])('writes the JSON of %s with whole characters only', async (path, read) => {
  const { text, type } = await get(path);
  expect(text).not.toMatch(/\\ud/);
  expect(type).toContain('application/json');
  expect(JSON.parse(text)).toEqual(read);
});

test('leaves other media types unchanged', async () => {
  expect((await get('/plain')).text).toBe('plain \\ud83d');
});
