import { normalizeEmail } from '../../contacts/email-address.ts';

/** Anything around an @ that no address list separates; international domains included. */
const candidate = /[^\s<>()[\]{}"“”„«»',;:|=@\\]{1,64}@[\p{L}\p{N}][\p{L}\p{N}.-]{0,252}/gu;

/** The email addresses in a text, as we store them, in their order; the final dot of a sentence is not part of one. */
export function addressesIn(text: string): string[] {
  const found = (text.match(candidate) ?? []).flatMap((one) => normalizeEmail(one.replace(/[.-]+$/, '')) ?? []);
  return [...new Set(found)];
}
