import { domainOf } from '../contacts/email-address.ts';
import { isPublicProvider } from '../contacts/shared-hosts.ts';

/** Domains shared only by colleagues of these people. */
export function colleagueDomains(ownAddresses: readonly string[]): string[] {
  return [...new Set(ownAddresses.map(domainOf))].filter((domain) => !isPublicProvider(domain)).sort();
}

export function isColleague(address: string, ownAddresses: readonly string[]): boolean {
  return ownAddresses.includes(address) || colleagueDomains(ownAddresses).includes(domainOf(address));
}
