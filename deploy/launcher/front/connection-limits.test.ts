import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { ConnectionLimits, networkOf } from './connection-limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

/** A connection that records its output. */
class Connection extends Duplex {
  readonly remoteAddress: string;
  written = '';

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written += chunk;
    done();
  }
}

function limitsFor(options: { networkMax: number; totalMax: number }) {
  const limits = new ConnectionLimits({ isTrusted: (address) => address === '10.0.0.1', ...options });
  const all: Connection[] = [];
  const connect = (address: string, count = 1) => {
    for (let made = 0; made < count; made += 1) {
      const connection = new Connection(address);
      all.push(connection);
      // biome-ignore lint/suspicious/noExplicitAny: only these members of a socket are used.
      limits.admit(connection as any);
    }
  };
  /** Numbers of the open connections, in the order in which they were made. */
  const open = () => all.flatMap(({ written }, index) => (written === '' ? [index] : []));
  return { limits, all, connect, open };
}

test('rejects the newest connection of a network over its limit, and no other', () => {
  const { limits, all, connect, open } = limitsFor({ networkMax: 2, totalMax: 100 });
  connect('203.0.113.1');
  connect('203.0.113.2');
  connect('203.0.113.3');
  connect('198.51.100.1');
  expect(open()).toEqual([0, 1, 3]);
  expect(all[2]!.written).toMatch(/^HTTP\/1.1 503 .*\r\nRetry-After: 10\r\n.*\r\n\r\n$/s);
  expect([limits.total, limits.rejected]).toEqual([3, 1]);
});

test('takes room from the greediest network when all connections are used', () => {
  const { connect, open } = limitsFor({ networkMax: 3, totalMax: 4 });
  connect('203.0.113.1', 3);
  connect('198.51.100.1');
  connect('192.0.2.1');
  expect(open()).toEqual([0, 1, 3, 4]);
  connect('192.0.2.2');
  // Two of the first network, two of the last one: the first was there longer, and gives way.
  expect(open()).toHaveLength(4);
  expect(open()).toContain(3);
});

test('connections of trusted proxies count only in total', () => {
  const { connect, open } = limitsFor({ networkMax: 2, totalMax: 10 });
  connect('10.0.0.1', 10);
  expect(open()).toHaveLength(10);
  connect('10.0.0.1');
  expect(open()).toHaveLength(10);
  // A direct client gives way before clients behind a proxy do.
  connect('203.0.113.1');
  expect(open()).toEqual(Array.from({ length: 10 }, (_, index) => index));
});

test('a closed connection makes room', async () => {
  const { limits, all, connect, open } = limitsFor({ networkMax: 1, totalMax: 10 });
  connect('203.0.113.1');
  const closed = new Promise((resolve) => all[0]!.once('close', resolve));
  all[0]!.destroy();
  await closed;
  connect('203.0.113.1');
  expect([limits.total, limits.rejected, open()]).toEqual([1, 0, [0, 1]]);
});
