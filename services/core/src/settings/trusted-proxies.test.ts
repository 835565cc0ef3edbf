import { expect, test } from 'vitest';
import { clientAddress, parseTrustedProxies } from './trusted-proxies.ts';

const loopback = parseTrustedProxies('loopback');
const network = parseTrustedProxies('loopback, 10.0.0.0/8,2001:db8::7');

test.each([
  ['nobody between', '198.51.100.7', '', loopback, '198.51.100.7'],
  ['one proxy', '127.0.0.1', '198.51.100.7', loopback, '198.51.100.7'],
  ['two proxies on one machine', '127.0.0.1', '198.51.100.7, 127.0.0.1', loopback, '198.51.100.7'],
  ['two proxies, one of them elsewhere', '::ffff:127.0.0.1', '198.51.100.7, 10.1.2.3', network, '198.51.100.7'],
  ['an invented address in front', '127.0.0.1', '203.0.113.1, 198.51.100.7, 127.0.0.1', loopback, '198.51.100.7'],
  ['a peer that is no proxy', '198.51.100.9', '203.0.113.1', network, '198.51.100.9'],
  ['a proxy that is not trusted', '127.0.0.1', '203.0.113.1, 10.1.2.3', loopback, '10.1.2.3'],
  ['what is no address', '127.0.0.1', '203.0.113.1, unknown', loopback, '127.0.0.1'],
  ['nobody believed', '127.0.0.1', '203.0.113.1', parseTrustedProxies('none'), '127.0.0.1'],
  ['proxies alone', '127.0.0.1', '10.1.2.3', network, '10.1.2.3'],
])('finds the client behind %s', (_what, peer, forwardedFor, proxies, client) => {
  expect(clientAddress(peer, forwardedFor, proxies)).toBe(client);
});

test.each(['10.0.0.0/33', 'proxy.example', '10.0.0.0/', '::1/129'])('rejects %j', (text) => {
  expect(() => parseTrustedProxies(text)).toThrow(`"${text}" is no address`);
});
