import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isRefusedAddress } from '../../transport/mail-host-guard.ts';

export type ResolveHost = (host: string) => Promise<{ address: string; family: number }[]>;

export const resolveBySystem: ResolveHost = (host) => lookup(host, { all: true, verbatim: true });

export interface TargetRules {
  isPrivateHostAllowed: boolean;
  resolve: ResolveHost;
}

export class PrivateTargetError extends Error {}

/** Addresses of a host. Throws if any of them is not on the public internet. */
export async function publicAddresses(host: string, { isPrivateHostAllowed, resolve }: TargetRules) {
  const addresses = await resolve(host);
  if (addresses.some(({ address }) => isRefusedAddress(address, isPrivateHostAllowed))) {
    throw new PrivateTargetError(`${host} is not on the public internet.`);
  }
  return addresses;
}

// Checks in the same lookup that the socket uses to connect. A name that changes its address in between gains nothing.
function checkingLookup(rules: TargetRules): LookupFunction {
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

const connectionsPerHostMax = 20;

/** An HTTP client that connects only to public addresses. */
export function publicAgent(rules: TargetRules, timeoutMs: number): Agent {
  return new Agent({
    connect: { lookup: checkingLookup(rules), timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connections: connectionsPerHostMax,
    keepAliveTimeout: 10_000,
  });
}
