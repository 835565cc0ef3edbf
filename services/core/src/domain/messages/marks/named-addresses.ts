import { normalizeEmail } from '../../contacts/email-address.ts';

/** Any characters around an @ that do not separate addresses in a list. Includes international domains. */
const candidate = /[^\s<>()[\]{}"“”„«»',;:|=@\\]{1,64}@[\p{L}\p{N}][\p{L}\p{N}.-]{0,252}/gu;

/** Email addresses in a text, normalized and in order. A period that ends a sentence is not part of an address. */
export function addressesIn(text: string): string[] {
  const found = (text.match(candidate) ?? []).flatMap((one) => normalizeEmail(one.replace(/[.-]+$/, '')) ?? []);
  return [...new Set(found)];
}
