import { BlockList, isIP, isIPv6 } from 'node:net';

const privateRanges: [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3ffe::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];

/** Ranges that IANA allocated as global unicast. Other ranges translate, tunnel, or stay local. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const blocked = new BlockList();
for (const [address, prefix, family] of privateRanges) blocked.addSubnet(address, prefix, family);

/** True if an address belongs to this machine, a private network, or another range outside the public internet. */
export function isPrivateAddress(address: string): boolean {
  const plain = withoutMapping(address);
  if (!isIPv6(plain)) return blocked.check(plain, 'ipv4');
  return !globalUnicast.check(plain, 'ipv6') || blocked.check(plain, 'ipv6');
}

/**
 * IPv4 addresses where clouds serve credentials and settings to any program. Includes Azure's, which looks public, and
 * Oracle's.
 */
const metadataRanges: [address: string, prefix: number][] = [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
];
/**
 * Prefixes under which IPv6 reaches each of them: NAT64 (RFC 6052, RFC 8215), translated (RFC 2765), and compatible
 * addresses.
 */
const embeddings = ['64:ff9b::', '64:ff9b:1::', '::ffff:0:', '::'];
const embeddingBits = 96;

/** Never a target, even if private hosts are allowed. */
const metadata = new BlockList();
for (const [address, bits] of metadataRanges) {
  metadata.addSubnet(address, bits, 'ipv4');
  for (const prefix of embeddings) metadata.addSubnet(`${prefix}${address}`, embeddingBits + bits, 'ipv6');
}
// 6to4 (RFC 3056) starts with the IPv4 address. No current service uses it.
metadata.addSubnet('2002::', 16, 'ipv6');
metadata.addSubnet('fe80::', 10, 'ipv6');
metadata.addAddress('fd00:ec2::254', 'ipv6');
metadata.addAddress('fd20:ce::254', 'ipv6');

/** True if nothing may connect to the address. Text that is not an address is never a target. */
export function isRefusedAddress(address: string, isPrivateHostAllowed: boolean): boolean {
  const plain = withoutMapping(address);
  if (isIP(plain) === 0) return true;
  if (metadata.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')) return true;
  return !isPrivateHostAllowed && isPrivateAddress(plain);
}

/** A socket reaches an IPv4-mapped address (RFC 4291 section 2.5.5.2) over IPv4. A zone only names an interface. */
function withoutMapping(address: string): string {
  const plain = address.replace(/%.*$/, '');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain;
}
