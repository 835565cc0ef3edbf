import { fold } from '../../text/plain-words.ts';
import { footers } from './footers.ts';
import { attributions, closings, headerBlockFrom, headerBlockOther, noise } from './quote-headers.ts';

const textLengthMax = 20_000;
/** Of longer ones the end is read as well: an answer may stand below all that it quotes. */
const endLength = 8_000;
const signatureLinesMax = 25;

/**
 * What the correspondent has just written: without the quoted original (above, below or between their lines), signature,
 * disclaimer and footers. `original` is the text of the message that they answer: its lines are not theirs.
 */
export function newestText(text: string, original = ''): string {
  const lines = withinLimit(text)
    .replace(/\r\n/g, '\n')
    .replace(/\u00a0/g, ' ')
    .split('\n');
  const own = withoutOriginal(withoutQuotes(lines), original);
  return withoutSignature(withoutFooters(own))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function withinLimit(text: string): string {
  if (text.length <= textLengthMax) return text;
  const end = text.slice(-endLength);
  // From the beginning of a line, by whose mark a quoted one is known; 0 where there is none.
  const lineAt = end.indexOf('\n') + 1;
  return `${text.slice(0, textLengthMax - endLength)}\n${end.slice(lineAt)}`;
}

function isQuoted(line: string): boolean {
  return /^\s*[>|»]/.test(line);
}

/** Number of lines that an attribution takes at this place: none, one, or several when the client has wrapped it. */
function attributionAt(lines: string[], at: number): number {
  const start = lines[at]!.trim();
  if (start === '') return 0;
  for (let count = 1; count <= 3; count++) {
    if (lines[at + count - 1]?.trim() === '') return 0;
    const joined = lines
      .slice(at, at + count)
      .map((line) => fold(line.trim()))
      .join(' ');
    if (joined.length < 400 && attributions.some((pattern) => pattern.test(joined))) return count;
  }
  return 0;
}

function isHeaderBlock(lines: string[], at: number): boolean {
  if (!headerBlockFrom.test(fold(lines[at]!))) return false;
  return lines.slice(at + 1, at + 8).filter((line) => headerBlockOther.test(fold(line))).length >= 2;
}

function withoutQuotes(lines: string[]): string[] {
  const own: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (isQuoted(line)) continue;
    if (isHeaderBlock(lines, at)) break;
    const wrapped = attributionAt(lines, at);
    if (wrapped === 0) {
      own.push(line);
      continue;
    }
    const rest = lines.slice(at + wrapped).filter((next) => next.trim() !== '');
    // Where the original is marked line by line, what is not marked is the answer, below or in between.
    if (!rest.slice(0, 3).some(isQuoted)) break;
    at += wrapped - 1;
  }
  return own;
}

function plainLine(line: string): string {
  return line.replace(/\s+/g, ' ').trim().toLowerCase();
}
const originalLineLengthMin = 25;

function withoutOriginal(lines: string[], original: string): string[] {
  const known = plainLine(original);
  if (known === '') return lines;
  return lines.filter((line) => plainLine(line).length < originalLineLengthMin || !known.includes(plainLine(line)));
}

function matchesAny(patterns: RegExp[], line: string): boolean {
  const folded = fold(line);
  return patterns.some((pattern) => pattern.test(folded));
}

function withoutFooters(lines: string[]): string[] {
  const kept = lines.filter((line) => !matchesAny(noise, line.trim()));
  const end = kept.findIndex((line, at) => at > 0 && matchesAny(footers, line));
  return end === -1 ? kept : kept.slice(0, end);
}

function withoutSignature(lines: string[]): string[] {
  const dashes = lines.findIndex((line) => /^(--|—|––|_{3,}|-{3,}|={3,}|\*{3,})\s*$/.test(line.trim()));
  const cut =
    dashes === -1 || lines.slice(0, dashes).every((line) => line.trim() === '') ? lines : lines.slice(0, dashes);
  const closing = cut.findIndex((line, at) => at > 0 && closings.test(fold(line.trim())));
  if (closing === -1) return cut;
  const after = cut.slice(closing + 1);
  const postscript = after.findIndex((line) => /^\W*p\.? ?s\b/i.test(line));
  const rest = postscript === -1 ? [] : after.slice(postscript);
  return after.length > signatureLinesMax ? cut.slice(0, closing + 1) : [...cut.slice(0, closing), ...rest];
}
