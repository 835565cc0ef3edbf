import { isIP } from 'node:net';
import { isRefusedAddress } from '@outbound/node-service/network/address-ranges';
import { cutText } from '@outbound/node-service/text/cut-text';
import { getDomain } from 'tldts';

const urlLengthMax = 2_000;

/** Reason why a page is not read, as a sentence. */
export class NotRead extends Error {}
/** The site does not want to be read, so no other address of it is tried. */
export class Refused extends NotRead {}

/** Normalized web address. Throws `NotRead` for addresses that must not be read. */
export function checkedAddress({ isPrivateHostAllowed }: { isPrivateHostAllowed: boolean }, text: string): string {
  const url = URL.canParse(text) && text.length <= urlLengthMax ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new NotRead(`${cutText(text, 200)} is no web address.`);
  if (url.username !== '' || url.password !== '') throw new NotRead('An address must not contain credentials.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isRefusedAddress(host, isPrivateHostAllowed))
    throw new NotRead(`${host} is not on the public internet.`);
  if (!isPrivateHostAllowed && !['', '80', '443'].includes(url.port))
    throw new NotRead(`${cutText(text, 200)} has to use port 80 or 443.`);
  url.hash = '';
  return url.href;
}

/** Registrable domain: `www.acme.co.uk` and `jobs.acme.co.uk` are one site, users of a shared host are not. */
export function siteOf(url: string): string {
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}
