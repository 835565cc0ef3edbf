import { fold } from '../../text/plain-words.ts';
import { footers } from './footers.ts';
import {
  attributions,
  closings,
  headerBlockFrom,
  headerBlockOther,
  noise,
  spokenAttributions,
} from './quote-headers.ts';

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
    .filter((line) => !ruler.test(line.trim()))
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

/** A guillemet with a space behind it is a mark of some programs; without one it opens a writer's own quotation. */
function isQuoted(line: string): boolean {
  return /^\s*(?:[>|]|»\s(?!.*«))/.test(line);
}

const attributionLinesMax = 3;
const attributionLengthMax = 400;

/** Number of lines that an attribution takes at this place: none, one, or several if the program has wrapped it. */
function attributionAt(lines: string[], at: number): number {
  for (let count = 1; count <= attributionLinesMax; count++) {
    if (!isAttribution(lines, at, count)) continue;
    // The writer's own line directly above an attribution is not a part of it.
    const isOwnAbove = Array.from({ length: count - 1 }, (_, more) => more + 1).some((more) =>
      isAttribution(lines, at + more, count - more),
    );
    return isOwnAbove ? 0 : count;
  }
  return 0;
}

function isAttribution(lines: string[], at: number, count: number): boolean {
  const own = lines.slice(at, at + count).map((line) => line.trim());
  if (own.length < count || own.includes('')) return false;
  const joined = own.map(fold).join(' ');
  if (joined.length >= attributionLengthMax) return false;
  if (attributions.some((pattern) => pattern.test(joined))) return true;
  if (!spokenAttributions.some((pattern) => pattern.test(joined))) return false;
  // "On the phone I already said:" names neither a person nor a time, and quotes nothing.
  const namesSomeone = /[\d@]|(?<=\s)\p{Lu}\p{L}/u.test(own.join(' '));
  return (
    namesSomeone ||
    restOf(lines, at + count)
      .slice(0, 3)
      .some(isQuoted)
  );
}

function restOf(lines: string[], from: number): string[] {
  return lines.slice(from).filter((line) => line.trim() !== '');
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
    // Where the original is marked line by line, what is not marked is the answer, below or in between.
    if (
      !restOf(lines, at + wrapped)
        .slice(0, 3)
        .some(isQuoted)
    )
      break;
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

/** A signature delimiter (RFC 3676, 4.3), or a ruler that some programs put there and people use as ornament. */
const delimiter = /^(--|—|––)\s*$/;
const ruler = /^(_{3,}|-{3,}|={3,}|\*{3,})\s*$/;

/** True for a ruler in the writer's text: of stars, or below nothing but a salutation. */
function isOrnament(lines: string[], at: number): boolean {
  const isTop = lines.slice(0, at).every((line) => /(,|^)\s*$/.test(line));
  return isWritten(lines.slice(at + 1)) && (isTop || /^\*/.test(lines[at]!.trim()));
}

function withoutSignature(lines: string[]): string[] {
  const dashes = lines.findIndex(
    (line, at) => delimiter.test(line.trim()) || (ruler.test(line.trim()) && !isOrnament(lines, at)),
  );
  const cut =
    dashes === -1 || lines.slice(0, dashes).every((line) => line.trim() === '') ? lines : lines.slice(0, dashes);
  const closing = cut.findIndex((line, at) => at > 0 && closings.test(fold(line.trim())));
  if (closing === -1) return cut;
  const after = cut.slice(closing + 1);
  const rest = after.slice(postscriptIn(after));
  return after.length > signatureLinesMax ? cut.slice(0, closing + 1) : [...cut.slice(0, closing), ...rest];
}

/** Where the writer continues below a signature: at a postscript, or at a paragraph of whole sentences. */
function postscriptIn(after: string[]): number {
  const found = after.findIndex((line, at) => {
    if (/^\W*p\.? ?s\b/i.test(line)) return true;
    return at > 0 && after[at - 1]!.trim() === '' && isWritten(after.slice(at));
  });
  return found === -1 ? after.length : found;
}

const sentenceWordsMin = 5;

/** True if the first paragraph is one of sentences, and not of names, numbers, and links. */
function isWritten(lines: string[]): boolean {
  const start = lines.findIndex((line) => line.trim() !== '');
  if (start === -1) return false;
  const end = lines.findIndex((line, at) => at > start && line.trim() === '');
  const paragraph = lines
    .slice(start, end === -1 ? undefined : end)
    .join(' ')
    .trim();
  const words = paragraph.split(/[.!?](?:\s|$)/)[0]!.match(/\p{L}+/gu) ?? [];
  return (
    words.length >= sentenceWordsMin &&
    /[.!?…]["”“»]?$/.test(paragraph) &&
    !/https?:|www\.|@|[|•·]|\d{5}/.test(paragraph)
  );
}
