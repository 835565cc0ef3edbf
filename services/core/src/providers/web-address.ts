import { isIP } from 'node:net';
import { isRefusedAddress } from '@outbound/node-service/network/address-ranges';

export type AddressProblem = 'no_web_address' | 'has_credentials' | 'is_private' | 'has_other_port';

/**
 * Address of a server that someone else named, without its fragment. Throws the error that `refuse` makes. Names are not
 * looked up: the connection checks them (`guardedAgent`). Ports other than 80 and 443 need an installation that allows
 * private hosts.
 */
export function checkWebAddress(
  text: string,
  isPrivateHostAllowed: boolean,
  refuse: (problem: AddressProblem, host: string) => Error,
): { url: URL; host: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw refuse('no_web_address', '');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.username !== '' || url.password !== '') throw refuse('has_credentials', host);
  if (isIP(host) !== 0 && isRefusedAddress(host, isPrivateHostAllowed)) throw refuse('is_private', host);
  if (!isPrivateHostAllowed && !['', '80', '443'].includes(url.port)) throw refuse('has_other_port', host);
  url.hash = '';
  return { url, host };
}
