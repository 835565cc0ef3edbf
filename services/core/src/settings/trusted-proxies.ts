import { BlockList, isIP } from 'node:net';

/** Networks behind the names that Express also supports, since the gateway reads the same setting. */
const namedNetworks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  none: [],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Proxies whose X-Forwarded-* headers are trusted. */
export interface TrustedProxies {
  has(address: string): boolean;
}

/** Parses comma-separated addresses, networks, and names. Throws an Error that names an unknown entry. */
export function parseTrustedProxies(text: string): TrustedProxies {
  const list = new BlockList();
  const items = text.split(',').map((item) => item.trim());
  for (const item of items.filter(Boolean).flatMap((item) => namedNetworks[item] ?? [item])) addNetwork(list, item);
  return { has: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

function addNetwork(list: BlockList, item: string): void {
  const [address = '', bits] = item.split('/');
  const size = isIP(address) === 4 ? 32 : 128;
  const prefix = bits === undefined ? size : Number(bits);
  if (isIP(address) === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > size || bits === '')
    throw new Error(`"${item}" is no address, network or one of ${Object.keys(namedNetworks).join(', ')}`);
  list.addSubnet(address, prefix, familyOf(address));
}

/**
 * Client of a request: from the peer leftwards through X-Forwarded-For, as far as trusted proxies wrote it. Entries
 * further left are client claims and do not count.
 */
export function clientAddress(peer: string, forwardedFor: string, proxies: TrustedProxies): string {
  const hops = [...forwardedFor.split(',').map((hop) => hop.trim()), peer].filter(Boolean);
  let client = peer;
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) return client;
    client = hop;
    if (!proxies.has(hop)) return client;
  }
  return client;
}
