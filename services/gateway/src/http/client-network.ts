import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const groupsOfNetwork = 4;

/**
 * Key of a client in per-address limits: an IPv4 address, or the /64 of an IPv6 address. One connection is assigned a
 * whole /64 and could use a new address from it for each try.
 */
export function clientNetwork(address = ''): string {
  if (!isIPv6(address)) return address;
  const read = ipaddr.process(address);
  if (!(read instanceof ipaddr.IPv6)) return read.toString();
  return read.parts
    .slice(0, groupsOfNetwork)
    .map((group) => group.toString(16))
    .join(':');
}
