import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const groupsOfNetwork = 4;

/**
 * Network that rate limits count as one client: an IPv4 address, or the /64 of an IPv6 address. A single connection
 * gets an entire /64 and could use a new address for each attempt.
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
