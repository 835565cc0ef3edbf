import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { AppError } from '../errors/errors.ts';

/** Mail ports only: a mailbox's settings must not become a way to probe other services. */
const mailPorts = [25, 143, 465, 587, 993, 2525];

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
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return blocked.check(mapped, 'ipv4');
  if (!isIPv6(address)) return blocked.check(address, 'ipv4');
  return !globalUnicast.check(address, 'ipv6') || blocked.check(address, 'ipv6');
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

export function isRefusedAddress(address: string, isPrivateHostAllowed: boolean): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return (
    metadata.check(mapped, isIPv6(mapped) ? 'ipv6' : 'ipv4') || (!isPrivateHostAllowed && isPrivateAddress(address))
  );
}

export type Resolve = (host: string) => Promise<string[]>;

const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export interface HostRules {
  isPrivateHostAllowed: boolean;
  resolve?: Resolve;
}

function refused(field: string, message: string) {
  return new AppError('validation_failed', message, { field });
}

/**
 * Returns the address to connect to. The name is resolved here, once, and the connection uses the checked address, so a
 * later DNS change cannot redirect it. A single private address rejects the name.
 */
export async function checkMailHost(host: string, port: number, rules: HostRules): Promise<string> {
  if (!rules.isPrivateHostAllowed && !mailPorts.includes(port)) {
    throw new AppError('validation_failed', `Port ${port} is not a mail port.`, {
      field: 'port',
      allowedValues: mailPorts,
    });
  }
  const resolve = rules.resolve ?? resolveBySystem;
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw refused('host', `The host ${host} has no address.`);
  if (addresses.some((address) => isRefusedAddress(address, rules.isPrivateHostAllowed))) {
    throw refused('host', `The host ${host} is not on the public internet.`);
  }
  return addresses[0]!;
}
