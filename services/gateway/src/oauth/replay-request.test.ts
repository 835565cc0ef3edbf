import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { replayRequest } from './replay-request.ts';

const given = {
  host: '10.0.0.1:3001',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'gopher',
  'transfer-encoding': 'chunked',
  cookie: 'a=b; a.sig=c;d=e=f',
  'user-agent': 'test',
};

function request(): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method: 'POST', url: '/before', httpVersion: '1.0', headers: given });
  return req;
}

test('shows the same request at its new URL, with the public origin, whatever name a proxy used', async () => {
  const replay = replayRequest(request(), { url: '/oauth/token', baseUrl: 'https://outbound.example:8443' });
  expect(replay).toMatchObject({ method: 'POST', url: '/oauth/token', httpVersion: '1.0', complete: true });
  expect(replay.headers).toEqual({
    host: 'outbound.example:8443',
    'x-forwarded-proto': 'https',
    cookie: 'a=b; a.sig=c;d=e=f',
    'user-agent': 'test',
  });
  expect(await text(replay)).toBe('');
});

test('can omit some or all of the cookies', () => {
  const cookieOf = (keepsCookie: (name: string) => boolean) =>
    replayRequest(request(), { url: '/x', baseUrl: 'http://a.example', keepsCookie }).headers.cookie;
  expect(cookieOf((name) => !name.startsWith('a'))).toBe('d=e=f');
  expect(cookieOf((name) => name === 'a' || name === 'd')).toBe('a=b; d=e=f');
  expect(cookieOf(() => false)).toBe('');
  const { cookie: _cookie, ...headers } = given;
  const bare = Object.assign(request(), { headers });
  expect(replayRequest(bare, { url: '/x', baseUrl: 'http://a.example', keepsCookie: () => true }).headers.cookie).toBe(
    '',
  );
});

test('can carry another body', async () => {
  const body = { type: 'application/json', text: '{"name":"Zoë"}' };
  const replay = replayRequest(request(), { url: '/x', baseUrl: 'http://a.example', body });
  expect(replay.headers).toEqual({
    host: 'a.example',
    'x-forwarded-proto': 'http',
    cookie: given.cookie,
    'user-agent': 'test',
    'content-type': 'application/json',
    'content-length': '15',
  });
  expect(await text(replay)).toBe(body.text);
});
