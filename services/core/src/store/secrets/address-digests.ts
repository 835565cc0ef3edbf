import { domainOf, mailboxOf, normalizeEmail, spellingsOf } from '../../domain/contacts/email-address.ts';
import { profileKey } from '../../domain/contacts/profile-address.ts';
import { suppressionDigest } from '../../domain/suppressions/suppression-digest.ts';
import { digestKey } from './store-keys.ts';

function digestOf(workspaceId: string, value: string): string {
  return suppressionDigest(digestKey(), workspaceId, value);
}

/** Digest of the mailbox of an address, or of a domain. New records keep this one. */
export function mailboxDigest(workspaceId: string, address: string): string {
  return digestOf(workspaceId, mailboxOf(normalizeEmail(address) ?? address.toLowerCase()));
}

/** Earlier releases dropped "www." from the domains of addresses, before spellings were unified. */
function formerSpellings(address: string): string[] {
  const domain = domainOf(address);
  return domain.startsWith('www.') ? [`${address.slice(0, -domain.length)}${domain.slice('www.'.length)}`] : [];
}

/** Digests under which older and newer records can hold this address. */
export function addressDigests(workspaceId: string, address: string): string[] {
  const spellings = [...spellingsOf(address), ...formerSpellings(address)];
  return [...new Set(spellings)].map((value) => digestOf(workspaceId, value));
}

/** Digest of a LinkedIn profile in any spelling. Empty if it is not a member's page. */
export function profileDigests(workspaceId: string, linkedinUrl: string | null | undefined): string[] {
  const key = profileKey(linkedinUrl);
  return key === undefined ? [] : [digestOf(workspaceId, key)];
}

interface Addressed {
  workspaceId: string;
  email?: string;
  linkedinUrl?: string;
  addressDigests?: string[];
}

/** Digests of all of a person's identifiers: current, other, and former addresses, and the profile. */
export function personDigests({ workspaceId, email, linkedinUrl, addressDigests: others = [] }: Addressed): string[] {
  const own = email === undefined ? [] : addressDigests(workspaceId, email);
  return [...new Set([...own, ...others, ...profileDigests(workspaceId, linkedinUrl)])];
}

/**
 * Digests that a contact keeps in addition to its address and profile, so that other spellings and former values find
 * it.
 */
export function keptDigests(
  workspaceId: string,
  { email, linkedinUrl }: { email?: string; linkedinUrl?: string },
  others: readonly string[] = [],
): string[] {
  const isOtherwise = email !== undefined && mailboxOf(email) !== email;
  const mailbox = isOtherwise ? [mailboxDigest(workspaceId, email)] : [];
  return [...new Set([...others, ...mailbox, ...profileDigests(workspaceId, linkedinUrl)])];
}
