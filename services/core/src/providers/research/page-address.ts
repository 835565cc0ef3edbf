import { cutText } from '@outbound/node-service/text/cut-text';
import { getDomain } from 'tldts';
import { type AddressProblem, checkWebAddress } from '../web-address.ts';

const urlLengthMax = 2_000;

/** Reason why a page is not read, as a sentence. */
export class NotRead extends Error {}
/** The site does not want to be read, so no other address of it is tried. */
export class Refused extends NotRead {}

const reasons: Record<AddressProblem, (text: string, host: string) => string> = {
  no_web_address: (text) => `${text} is no web address.`,
  has_credentials: () => 'An address must not contain credentials.',
  is_private: (_text, host) => `${host} is not on the public internet.`,
  has_other_port: (text) => `${text} has to use port 80 or 443.`,
};

/** Normalized web address. Throws `NotRead` for addresses that must not be read. */
export function checkedAddress({ isPrivateHostAllowed }: { isPrivateHostAllowed: boolean }, text: string): string {
  const refuse = (problem: AddressProblem, host: string) => new NotRead(reasons[problem](cutText(text, 200), host));
  if (text.length > urlLengthMax) throw refuse('no_web_address', '');
  return checkWebAddress(text, isPrivateHostAllowed, refuse).url.href;
}

/** Registrable domain: `www.acme.co.uk` and `jobs.acme.co.uk` are one site, users of a shared host are not. */
export function siteOf(url: string): string {
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}
