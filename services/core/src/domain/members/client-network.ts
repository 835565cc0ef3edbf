import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const groupsOfNetwork = 4;

/**
 * Whom a limit by address counts as one client: an IPv4 address, of IPv6 the /64. One connection is given that much,
 * and could take a new address of it for each try.
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const read = ipaddr.process(address);
  if (!(read instanceof ipaddr.IPv6)) return read.toString();
  return read.parts
    .slice(0, groupsOfNetwork)
    .map((group) => group.toString(16))
    .join(':');
}
