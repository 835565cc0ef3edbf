import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isRefusedAddress } from '@outbound/node-service/network/address-ranges';
import { AppError } from '../errors/errors.ts';

/** Mail ports only: a mailbox's settings must not become a way to probe other services. */
const mailPorts = [25, 143, 465, 587, 993, 2525];

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
