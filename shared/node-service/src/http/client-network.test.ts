import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::7', '2001:db8:1:2'],
  ['2001:0DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['2001:db8:1::2:3:4', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('%s counts as %s', (address, expected) => expect(clientNetwork(address)).toBe(expected));
