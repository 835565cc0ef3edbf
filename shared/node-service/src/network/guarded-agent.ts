import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isRefusedAddress } from './address-ranges.ts';

export type ResolveHost = (host: string) => Promise<{ address: string; family: number }[]>;

export const resolveBySystem: ResolveHost = (host) => lookup(host, { all: true, verbatim: true });

export interface TargetRules {
  /** Allows private networks, but never the addresses where clouds serve credentials. */
  isPrivateHostAllowed: boolean;
  resolve: ResolveHost;
}

/** Thrown instead of connecting to an address that is not on the public internet. */
export class PrivateTargetError extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet.`);
  }
}

/** Addresses of a host. Throws if any of them is not on the public internet. */
export async function publicAddresses(host: string, { isPrivateHostAllowed, resolve }: TargetRules) {
  const addresses = await resolve(host);
  if (addresses.some(({ address }) => isRefusedAddress(address, isPrivateHostAllowed))) {
    throw new PrivateTargetError(host);
  }
  return addresses;
}

/**
 * Checks in the same lookup that the socket uses to connect. A name that changes its address in between gains nothing.
 */
export function guardedLookup(rules: TargetRules): LookupFunction {
  return (host, options, callback) => {
    publicAddresses(host, rules).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, addresses);
        else if (first === undefined) callback(new Error(`${host} has no address.`), '', 4);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 4),
    );
  };
}

/** Sockets connect to a literal address without any lookup, so it is checked here. */
function guardedConnector(rules: TargetRules, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ lookup: guardedLookup(rules), timeout: timeoutMs });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && isRefusedAddress(host, rules.isPrivateHostAllowed)) {
      callback(new PrivateTargetError(host), null);
    } else connect(options, callback);
  };
}

const connectionsPerHostMax = 20;

/** An HTTP client that connects only to public addresses, for every request and every redirect. */
export function guardedAgent(rules: TargetRules, timeoutMs: number): Agent {
  return new Agent({
    connect: guardedConnector(rules, timeoutMs),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connections: connectionsPerHostMax,
    keepAliveTimeout: 10_000,
  });
}
