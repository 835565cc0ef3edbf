import { fold } from '../../text/plain-words.ts';
import { attributionAt, isQuoted, restOf } from './find-attribution.ts';
import { footers } from './footers.ts';
import { closings, headerBlockFrom, headerBlockOther, noise } from './quote-headers.ts';

const textLengthMax = 20_000;
/** Length of the end that is also read in longer texts, because a reply may be below everything it quotes. */
const endLength = 8_000;
const signatureLinesMax = 25;

/**
 * The correspondent's new text, without the quoted original (above, below, or interleaved), signature, disclaimer, and
 * footers. `original` is the text of the message being replied to; its lines are not the correspondent's.
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
  // Continues at the start of a line, so that a quoted line keeps its mark. 0 if there is no line break.
  const lineAt = end.indexOf('\n') + 1;
  return `${text.slice(0, textLengthMax - endLength)}\n${end.slice(lineAt)}`;
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
    // If each line of the original is marked, the unmarked lines below or between are the reply.
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

/**
 * A signature delimiter (RFC 3676 section 4.3), or a ruler that some programs use as one and people use as decoration.
 */
const delimiter = /^(--|—|––)\s*$/;
const ruler = /^(_{3,}|-{3,}|={3,}|\*{3,})\s*$/;

const salutation =
  /^(?:hi|hey|hello|hallo|dear|moin|guten tag|good (?:day|morning|afternoon|evening)|bonjour|hola|buen[oa]s|ciao|salve|buongiorno|ola|dag|beste|czesc|dzien dobry)\b[^.!?]{0,30}!?$/;

/** True for a ruler in the writer's text: preceded only by a salutation, or made of asterisks above a sentence. */
function isOrnament(lines: string[], at: number): boolean {
  const isTop = lines.slice(0, at).every((line) => /(,|^)\s*$/.test(line) || salutation.test(fold(line.trim())));
  const below = lines.slice(at + 1);
  return isTop ? below.some((line) => line.trim() !== '') : /^\*/.test(lines[at]!.trim()) && isWritten(below);
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

/** Position at which the writer continues below a signature: a postscript, or a paragraph of whole sentences. */
function postscriptIn(after: string[]): number {
  const found = after.findIndex((line, at) => {
    if (/^\W*p\.? ?s\b/i.test(line)) return true;
    return at > 0 && after[at - 1]!.trim() === '' && isWritten(after.slice(at));
  });
  return found === -1 ? after.length : found;
}

const sentenceWordsMin = 5;

/** True if the first paragraph consists of sentences rather than names, numbers, and links. */
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
