import { findForeignPlaceholders } from './foreign-placeholders.ts';

/** Longest value that may change after an approval, in characters. */
const varyingLengthMax = 80;

const link =
  /[a-z][a-z\d+.-]*:\/\/|\b(?:mailto|tel|javascript|data):|\bwww\.|\p{L}[\p{L}\p{N}-]*\.\p{L}{2,}(?:\b|\/)/iu;
const markup = /[<>[\]{}`*_~|\\]|&[#\p{L}\p{N}]+;|[\r\n\u0085\u2028\u2029]/u;

/**
 * True if a contact's value can change in an approved text without a new approval. It must be one short line without
 * links, addresses, markup, or template syntax.
 */
export function mayVary(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean') return true;
  if (typeof value !== 'string' || value.length > varyingLengthMax) return false;
  if (link.test(value) || markup.test(value) || value.includes('@')) return false;
  const { certain, possible } = findForeignPlaceholders(value);
  return certain.length === 0 && possible.length === 0;
}

/** True if a text contains a link or an address. */
export function readsLikeLink(text: string): boolean {
  return link.test(text) || text.includes('@');
}
