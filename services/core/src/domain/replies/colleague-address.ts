import { domainOf } from '../contacts/email-address.ts';

/** Providers where anyone gets an address: who shares such a domain is no colleague. */
const publicProviders = new Set(
  (
    'aol.com bluewin.ch fastmail.com free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com ' +
    'hotmail.com hotmail.de hotmail.fr icloud.com laposte.net libero.it live.com mail.com mail.ru mailbox.org me.com ' +
    'msn.com orange.fr outlook.com outlook.de posteo.de proton.me protonmail.com qq.com t-online.de tutanota.com web.de ' +
    'wp.pl yahoo.co.uk yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru zoho.com'
  ).split(' '),
);

/** The domains in which everyone is a colleague of these people. */
export function colleagueDomains(ownAddresses: readonly string[]): string[] {
  return [...new Set(ownAddresses.map(domainOf))].filter((domain) => !publicProviders.has(domain)).sort();
}

export function isColleague(address: string, ownAddresses: readonly string[]): boolean {
  return ownAddresses.includes(address) || colleagueDomains(ownAddresses).includes(domainOf(address));
}
