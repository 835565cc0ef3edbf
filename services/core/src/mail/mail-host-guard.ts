import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { AppError } from '../errors.ts';

/** Mail ports only: a mailbox's settings must not become a way to knock at other services. */
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
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const blocked = new BlockList();
for (const [address, prefix, family] of privateRanges) blocked.addSubnet(address, prefix, family);

/** Whether an address belongs to this machine, a private network or another range that is not the public internet. */
export const isPrivateAddress = (address: string): boolean => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return blocked.check(mapped, 'ipv4');
  return blocked.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
};

export type Resolve = (host: string) => Promise<string[]>;

const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export interface HostRules {
  isPrivateHostAllowed: boolean;
  resolve?: Resolve;
}

const refused = (field: string, message: string) => new AppError('validation_failed', message, { field });

/**
 * The address to connect to. The name is resolved here, once, and the connection goes to the address that was checked:
 * a name that answers differently a moment later cannot lead elsewhere. One private address among several refuses all.
 */
export const checkMailHost = async (host: string, port: number, rules: HostRules): Promise<string> => {
  if (!rules.isPrivateHostAllowed && !mailPorts.includes(port)) {
    throw new AppError('validation_failed', `Port ${port} is not a mail port.`, {
      field: 'port',
      allowedValues: mailPorts,
    });
  }
  const resolve = rules.resolve ?? resolveBySystem;
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw refused('host', `The host ${host} has no address.`);
  if (!rules.isPrivateHostAllowed && addresses.some(isPrivateAddress)) {
    throw refused('host', `The host ${host} is not on the public internet.`);
  }
  return addresses[0]!;
};
