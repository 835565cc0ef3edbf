function split(words: string): Set<string> {
  return new Set(words.split(' '));
}

/** Addresses of roles rather than people (RFC 2142 and common practice). */
const roleLocals = split(
  'abuse accounting accounts admin administrator all billing board booking bookings careers company compliance contact ' +
    'customercare customerservice datenschutz dpo editor enquiries events everyone feedback finance ftp hello help helpdesk ' +
    'hi hostmaster hr info information inquiries invoice invoices it jobs kontakt legal list mail mailer-daemon marketing ' +
    'media news newsletter no-reply noc noreply office operations orders partners postmaster press privacy purchasing ' +
    'recruiting reception root sales security service shop social staff subscribe support sysadmin team tech undisclosed-' +
    'recipients unsubscribe usenet uucp vertrieb webmaster welcome www',
);

/** Common domains of disposable mailboxes. */
const disposableDomains = split(
  '10mail.org 10minutemail.com 10minutemail.net 1secmail.com 1secmail.net 1secmail.org 20minutemail.com 33mail.com ' +
    'anonbox.net anonymbox.com burnermail.io byom.de discard.email discardmail.com discardmail.de dispostable.com ' +
    'drdrb.net dropmail.me emailondeck.com emailsensei.com fakeinbox.com fakemail.net fakemailgenerator.com getairmail.com ' +
    'getnada.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net ' +
    'guerrillamail.org guerrillamailblock.com harakirimail.com incognitomail.org inboxbear.com inboxkitten.com jetable.org ' +
    'kasmail.com mail-temp.com mail.tm mailcatch.com maildrop.cc mailexpire.com mailforspam.com mailinator.com ' +
    'mailinator.net mailinator.org mailmetrash.com mailmoat.com mailnesia.com mailnull.com mailsac.com mailtemp.net ' +
    'mintemail.com moakt.com mohmal.com mytemp.email mytrashmail.com nada.email no-spam.ws nospamfor.us owlymail.com ' +
    'pokemail.net sharklasers.com shitmail.me sofort-mail.de spam4.me spambog.com spambog.de spambox.us spamex.com ' +
    'spamgourmet.com spamherelots.com spaml.com temp-mail.io temp-mail.org tempail.com tempinbox.com tempm.com ' +
    'tempmail.dev tempmail.net tempmailaddress.com tempmailo.com tempr.email throwam.com throwawaymail.com trash-mail.com ' +
    'trash-mail.de trashmail.com trashmail.de trashmail.io trashmail.me trashmail.net trbvm.com wegwerfmail.de ' +
    'wegwerfmail.net wegwerfmail.org yopmail.com yopmail.fr yopmail.net',
);

/** Reserved for examples and tests, so no mail can arrive there (RFC 2606, RFC 6761). */
const reservedDomains = ['example', 'test', 'invalid', 'localhost', 'example.com', 'example.net', 'example.org'];
/** Only in local networks (RFC 6762), so DNS lookups are pointless. */
const localEnd = '.local';

export function isRoleAddress(email: string): boolean {
  return roleLocals.has(email.split('@')[0]!.replace(/\+.*$/, ''));
}

export function isDisposableDomain(domain: string): boolean {
  const labels = domain.split('.');
  return labels.some((_, index) => disposableDomains.has(labels.slice(index).join('.')));
}

/** True for reserved names and their subdomains. */
export function isReservedDomain(domain: string): boolean {
  return reservedDomains.some((reserved) => `.${domain.toLowerCase()}`.endsWith(`.${reserved}`));
}

/** True for names that are used only in local networks. */
export function isLocalDomain(domain: string): boolean {
  return `.${domain}`.endsWith(localEnd);
}
