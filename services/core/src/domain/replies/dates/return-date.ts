import { cutText } from '@outbound/node-service/text/cut-text';
import { fold } from '../../text/plain-words.ts';
import { withDayNumbers } from './day-words.ts';
import { findDates } from './find-dates.ts';
import { dayFrom, type FoundDate } from './found-date.ts';

/** Near a date: the author is back. */
const backWords = new RegExp(
  [
    String.raw`\b(back(?! to you| up)|return|returning|returns|resume|resuming|available again|in again|wieder|`,
    String.raw`zurueck|rueckkehr|retour|reprend\w*|repren\w*|riprend\w*|retom\w*|hervat\w*|podejm\w*|reviens|`,
    String.raw`reviendr\w*|rentre\w*|reprise|vuelvo|vuelta|regres\w*|volvere\w*|volvemos|reincorpor\w*|incorpor\w*|`,
    String.raw`rientr\w*|torn\w+|ritorno|terug|weer|volt[oae]\w*|retorn\w*|reopen\w*|reouv\w*|wracam\w*|`,
    String.raw`estamos de volta|riapr\w*|rouvr\w*|reabr\w*|reabertura|heropen\w*|wroce|powrot\w*|powroc\w*|`,
    String.raw`ponownie|again|de nouveau|a nouveau|de nuevo|di nuovo|novamente|de novo|erneut|zapraszam\w*|`,
    String.raw`wznawia\w*|will be in|(?:next|again) in|bede|ci sentiamo|risentiamo|odezwe|je reponds|je repondrai|`,
    String.raw`te digo|te respondo|melde mich|hoor je)\b`,
  ].join(''),
  '',
);
/** Before a date: starting then. It is the return date if the end of the absence was named before. */
const againFromWords = /\b(ab dem|ab|a partir|vanaf|as of|a compter)\W*(?:\w+\W+){0,2}$/;
/** Before a date: the author is away until then. */
const untilWords = /\b(until|till|til|through|thru|to|bis|einschliesslich|jusqu|au|hasta|al|fino|tot|tm|ate|do)\b|t\/m/;
const fromWords =
  /\b(from|since|starting|beginning|vom|von|seit|du|depuis|des|del|desde|dal|dalla|da|van|sinds|od|de)\W*(?:(?:the|le|la|el|il|lo|o|dem|den|dia|dnia|giorno)\W*)?$/;
const foreignWords = /\b(email of|mail vom|message of|sent on|email from|founded|version|tel|phone)\W*$/;
/** In a clause with a date that is not a return date: someone else covers until then. */
const deputyWords = new RegExp(
  [
    String.raw`\b(colleague\w*|available|around|covers?|covering|takes? over|standing in|helps?|answers?|kolleg\w*|`,
    String.raw`fuer sie da|vertritt|vertretung|vertreten|erreichbar|hilft|collegue|remplac\w*|disponible\w*|`,
    String.raw`presente?s?|repond|suplente|sustitu\w*|companer[oa]|atiende|atendera|colleg[ah]\w*|sostitui\w*|`,
    String.raw`risponde|rivolger\w*|disponibile|terecht|helpt|vervang\w*|vervangt|bereikbaar|waarnem\w*|disponivel|`,
    String.raw`substitu\w*|zastepuj\w*|pomoze|pomaga|zastepstw\w*|zastapi)\b`,
  ].join(''),
  '',
);

/** "I do not work on Mondays" names a day of absence. */
const notWorkingWords =
  /\b(?:(?:not|don.?t|doesn.?t|never|ne|no|non|nao|nie) (?:work|travaill\w*|trabaj\w*|lavor\w*|trabalh\w*|pracuj\w*)|(?:arbeite\w*|werk\w*) (?:\w+ )?(?:nicht|niet))\b[^.!?]*$/;
/** "Not available until then" describes the author's own absence. */
const notThere =
  /\b(not|nicht|pas|no|non|niet|nao|nie|un)\s?(?:\w+\s){0,2}?(?=available|erreichbar|disponib|present|bereikbaar|disponivel|around|terecht)/;
/** A sentence that names a contact for the meantime. */
const contactWords =
  /\b(urgent\w*|urgenc\w*|urgenz\w*|emergenc\w*|dringend\w*|notfaell\w*|spoed\w*|piln\w*|contact\w*|kontakt\w*|wenden|call|phone|anrufen|ligar)\b/;

const contextLength = 60;
const textLengthMax = 5_000;

interface RankedDate {
  date: Date;
  /** The highest rank applies. */
  rank: number;
}
/** Ranks of a date by its context. A return date outranks the end of the absence, which outranks a plain day. */
const ranks = { back: 40, until: 30, plain: 20, from: 10, deputy: 5 };
/** `again`: starting then. It is the return date unless the end of the absence follows. */
type Role = keyof typeof ranks | 'again';
/** Exact dates outrank weekdays, which outrank relative dates such as "next week". */
const exactness = { exact: 3, weekday: 2, relative: 1 };

/** Return date in an absence notice, or the end of the absence. */
export function returnDateOf(text: string, now: Date): Date | null {
  const folded = withDayNumbers(fold(cutText(text, textLengthMax)).replace(/[–—]/g, '-'));
  const ranked = rankedDates(findDates(folded, now), folded);
  const rankMax = Math.max(0, ...ranked.map(({ rank }) => rank));
  const best = ranked.filter(({ rank }) => rank === rankMax).map(({ date }) => date.getTime());
  return best.length === 0 ? null : new Date(Math.max(...best));
}

function rankedDates(found: FoundDate[], text: string): RankedDate[] {
  const roles = found.flatMap((one) => {
    const next = Math.min(text.length, ...found.map(({ index }) => index).filter((index) => index >= one.end));
    const role = roleOf(one, text, next);
    return role === null ? [] : [{ ...one, role }];
  });
  const ends = roles.filter(({ role, kind }) => role === 'until' && kind === 'exact').map(({ date }) => date.getTime());
  const endMax = ends.length === 0 ? null : Math.max(...ends);
  return roles.map(({ date, dateAfter = date, role, kind }) => {
    if ((role === 'back' || role === 'again') && kind === 'weekday' && endMax !== null) {
      return { date: weekdayAfter(new Date(endMax), date), rank: ranks.back + exactness.weekday };
    }
    const isBehindAll = endMax === null ? role === 'again' : date.getTime() > endMax;
    const meant = role === 'again' || role === 'from' ? (isBehindAll ? 'back' : 'from') : role;
    const isItself = meant === 'until' || (meant === 'back' && role !== 'from');
    return { date: isItself ? date : dateAfter, rank: ranks[meant] + exactness[kind] };
  });
}

/** First such weekday after the absence: "Away until 4 December, back on Monday". */
function weekdayAfter(end: Date, weekday: Date): Date {
  return dayFrom(end, (weekday.getUTCDay() - end.getUTCDay() + 7) % 7 || 7);
}

/** Text after a date, up to the end of its sentence, or of its clause if another date follows. */
function wordsAfter(end: number, text: string, next: number): string {
  const after = text.slice(end, end + contextLength).split(/[.!\n]/)[0]!;
  if (next >= end + after.length) return after;
  return text.slice(end, next).split(clauseEnd)[0]!;
}
const clauseEnd = /[,;:()]| (?:and|und|et|y|e|en|i) /;

function roleOf({ index, end, kind }: FoundDate, text: string, next: number): Role | null {
  const sentence = Math.max(...['\n\n', '. ', '! '].map((mark) => text.lastIndexOf(mark, index - 1)));
  const before = text.slice(Math.max(0, sentence, index - contextLength), index);
  const after = wordsAfter(end, text, next);
  if (foreignWords.test(before) || (kind === 'weekday' && notWorkingWords.test(before))) return null;
  const isBack = backWords.test(before) || backWords.test(text.slice(index, end)) || backWords.test(after);
  const clauseBefore = before.split(/[,;:(]\s?/).at(-1)!;
  const clause = clauseBefore + text.slice(index, end) + after.split(/[,;:)]/)[0]!;
  if (deputyWords.test(clause) && !notThere.test(clause) && !backWords.test(clause))
    return kind === 'exact' ? 'deputy' : null;
  if (contactWords.test(before) && untilWords.test(before) && !isBack) return 'deputy';
  const isBackBefore = backWords.test(before) || backWords.test(text.slice(index, end));
  if (againFromWords.test(before) && !isBackBefore) return 'again';
  if (fromWords.test(before) && !isBackBefore) return 'from';
  if (isBack) return 'back';
  return untilWords.test(before) ? 'until' : 'plain';
}
