import { fold } from '../../text/plain-words.ts';
import { attributions, spokenAttributions } from './quote-headers.ts';

/** Some programs mark quotes with a guillemet and a space. Without the space, it starts the writer's own quotation. */
export function isQuoted(line: string): boolean {
  return /^\s*(?:[>|]|»\s(?!.*«))/.test(line);
}

const attributionLinesMax = 3;
const attributionLengthMax = 400;

/** Number of lines in the attribution at this position: none, one, or several if a program wrapped it. */
export function attributionAt(lines: string[], at: number): number {
  for (let count = 1; count <= attributionLinesMax; count++) {
    if (!isAttribution(lines, at, count)) continue;
    // The writer's own line directly above an attribution is not part of it.
    const isOwnAbove = Array.from({ length: count - 1 }, (_, more) => more + 1).some(
      (more) => !isCutInAddress(lines[at + more - 1]!) && isAttribution(lines, at + more, count - more),
    );
    return isOwnAbove ? 0 : wholeAttribution(lines, at, count);
  }
  return 0;
}

/** Some patterns match without the end. If a program wrapped the address, the attribution ends with its colon. */
function wholeAttribution(lines: string[], at: number, count: number): number {
  if (endsWithColon(lines[at + count - 1])) return count;
  for (let more = count + 1; more <= attributionLinesMax; more++)
    if (endsWithColon(lines[at + more - 1]) && isAttribution(lines, at, more)) return more;
  return count;
}

function isCutInAddress(line: string): boolean {
  return /<\s*$/.test(line);
}

function endsWithColon(line = ''): boolean {
  return /:\s*$/.test(line);
}

function isAttribution(lines: string[], at: number, count: number): boolean {
  const own = lines.slice(at, at + count).map((line) => line.trim());
  if (own.length < count || own.includes('')) return false;
  const joined = own.map(fold).join(' ');
  if (joined.length >= attributionLengthMax) return false;
  if (attributions.some((pattern) => pattern.test(joined))) return true;
  if (!spokenAttributions.some((pattern) => pattern.test(joined))) return false;
  // "On the phone I already said:" names neither a person nor a time, so it introduces no quote.
  const namesSomeone = /[\d@]|(?<=\s)\p{Lu}\p{L}/u.test(own.join(' '));
  return (
    namesSomeone ||
    restOf(lines, at + count)
      .slice(0, 3)
      .some(isQuoted)
  );
}

/** Lines with text from this position on. */
export function restOf(lines: string[], from: number): string[] {
  return lines.slice(from).filter((line) => line.trim() !== '');
}
