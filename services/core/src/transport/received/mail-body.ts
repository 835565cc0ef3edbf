import type { ParsedMail } from 'mailparser';
import { newestText } from '../../domain/replies/text/newest-text.ts';
import { hiddenText, visibleText } from '../messages/visible-text.ts';
import type { MimePart } from '../mime/mime-parts.ts';

/** A text part this much shorter than the HTML is only a part of the message, such as a list's footer. */
const textShareMin = 0.25;
/** Minimum share of the text part's words that the HTML must contain for both to be one message. */
const commonWordsMin = 0.5;

/** Text of a mail: its text part, or the visible text of its HTML. */
export function bodyTextOf({ text = '', html }: ParsedMail, parts: readonly MimePart[]): string {
  const seen = html ? seenText(html) : '';
  if (text.trim() === '' || seen === '') return text.trim() === '' ? seen : text;
  // Siblings instead of alternatives: a list or a gateway added one of them.
  if (!parts.some(({ type }) => type === 'multipart/alternative')) return `${text.trimEnd()}\n\n${seen}`;
  const isWhole = text.trim().length >= seen.length * textShareMin;
  return isWhole && hasWordsOf(seen, text) ? text : seen;
}

/**
 * Text without hidden parts. Some mail clients send white text for their dark theme, so an author without visible words
 * wrote the hidden ones.
 */
function seenText(html: string): string {
  const seen = visibleText(html);
  if (newestText(seen) !== '') return seen;
  const inAnyColor = visibleText(html, { isColorIgnored: true });
  if (newestText(inAnyColor) !== '') return inAnyColor;
  return seen || inAnyColor || hiddenText(html);
}

/** False for a stub, such as "Your program cannot show HTML". */
function hasWordsOf(seen: string, text: string): boolean {
  const known = new Set(wordsOf(seen));
  const words = wordsOf(newestText(text) || text);
  return words.length === 0 || words.filter((word) => known.has(word)).length >= words.length * commonWordsMin;
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
