import { fold } from '../text/plain-words.ts';
import { findDates } from './find-dates.ts';
import type { FoundDate } from './found-date.ts';

/** Beside a date: the author is there again. */
const backWords =
  /\b(back|return|returning|returns|resume|resuming|available again|in again|wieder|zurueck|rueckkehr|retour|reprend\w*|reviens|reviendr\w*|rentre|reprise|vuelvo|vuelta|regres\w*|volvere|reincorpor\w*|incorpor\w*|rientr\w*|torn\w*|ritorno|terug|weer|volt\w*|retorn\w*|wracam|wroce|powrot\w*|ponownie|ab dem|ab|a partir|vanaf)\b/;
/** Before a date: until then the author is not there. */
const untilWords = /\b(until|till|til|through|thru|to|bis|einschliesslich|jusqu|au|hasta|al|fino|tot|tm|ate|do)\b|t\/m/;
const fromWords =
  /\b(from|since|starting|beginning|vom|von|seit|du|depuis|des|del|desde|dal|dalla|da|van|sinds|od|de)\W*$/;
const foreignWords = /\b(email of|mail vom|message of|sent on|email from|founded|version|tel|phone)\W*$/;

const contextLength = 60;

/** The day on which an absence notice says that its author is back, or until when they are away. */
export function returnDateOf(text: string, now: Date): Date | null {
  const folded = fold(text).replace(/[–—]/g, '-');
  const ranked = findDates(folded, now)
    .map((found) => ({ ...found, rank: rankOf(found, folded) }))
    .filter(({ rank }) => rank > 0);
  const rankMax = Math.max(0, ...ranked.map(({ rank }) => rank));
  const best = ranked.filter(({ rank }) => rank === rankMax).map(({ date }) => date.getTime());
  return best.length === 0 ? null : new Date(Math.max(...best));
}

/** What is named exactly counts before weekdays, and those before "next week"; the return before the end of the absence. */
function rankOf({ index, end, kind }: FoundDate, text: string): number {
  const sentence = Math.max(...['\n\n', '. ', '! '].map((mark) => text.lastIndexOf(mark, index - 1)));
  const before = text.slice(Math.max(0, sentence, index - contextLength), index);
  const after = text.slice(end, end + contextLength).split(/[.!\n]/)[0]!;
  if (foreignWords.test(before)) return 0;
  const exactness = { exact: 30, weekday: 20, relative: 10 }[kind];
  const isBack = backWords.test(before) || backWords.test(after);
  if (fromWords.test(before) && !isBack) return exactness - 8;
  if (isBack) return exactness + 3;
  return untilWords.test(before) ? exactness + 2 : exactness;
}
