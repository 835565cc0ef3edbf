import { daysAlone } from './days-alone.ts';
import { daysOfMonth } from './days-of-month.ts';
import type { FoundDate } from './found-date.ts';
import { monthOf, monthPattern, weekdayOf, weekdayPattern } from './month-names.ts';
import { relativeDates } from './relative-dates.ts';

interface Notation {
  pattern: RegExp;
  read(parts: string[], now: Date, isEnglish: boolean): Date | null;
}

const dayMs = 86_400_000;
/** More dates than any notice contains. Comparing more would take too long. */
const datesMax = 60;
const aheadMaxDays = 300;
const aheadWithYearMaxDays = 550;

const notations: Notation[] = [
  {
    pattern: /\b(20\d{2})[-/.](\d{1,2})[-/.](\d{1,2})\b/g,
    read: ([year, month, day], now) => dayOf(year, Number(month) - 1, Number(day), now),
  },
  {
    pattern: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th|ten|er|re|e|o|a|\\.|º|ª)?\\s*(?:of\\s+|de\\s+|d')?(${monthPattern})\\b\\.?,?\\s*(?:de\\s+|del\\s+)?(20\\d{2})?`,
      'g',
    ),
    read: ([day, month, year], now) => dayOf(year, monthOf.get(month!)!, Number(day), now),
  },
  {
    pattern: new RegExp(
      `\\b(${monthPattern})\\.?\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,?\\s*(20\\d{2}))?`,
      'g',
    ),
    read: ([month, day, year], now) => dayOf(year, monthOf.get(month!)!, Number(day), now),
  },
  {
    pattern: /(?<![\d.,])(\d{1,2})\.\s?(\d{1,2})\.\s?(20\d{2}|\d{2}(?!\d))?/g,
    read: ([day, month, year], now) => dayOf(year, Number(month) - 1, Number(day), now),
  },
  {
    pattern: new RegExp(
      `(?:\\b(${weekdayPattern})[,.]? )?(?<![\\d./-])(\\d{1,2})[/-](\\d{1,2})(?:[/-](20\\d{2}|\\d{2}))?(?![\\d/])`,
      'g',
    ),
    read: numeric,
  },
  {
    pattern: /(?<![\d.,:])(\d{1,2})\.(\d{1,2})(?![\d:%])(?!\s*(?:uhr|h\b|am\b|pm\b))/g,
    read: ([day, month], now) => dayOf(undefined, Number(month) - 1, Number(day), now),
  },
];

/** All days named in a folded text. Days of the same kind are in text order. */
export function findDates(text: string, now: Date): FoundDate[] {
  const isEnglish =
    (text.match(/\b(the|of|will|my|and|office|back|until|till|i am|out|ooo|leave|away|access)\b/g)?.length ?? 0) >= 2;
  const found: FoundDate[] = [];
  for (const { pattern, read } of notations) {
    for (const match of text.matchAll(pattern)) {
      if (found.length === datesMax) break;
      const date = read(match.slice(1) as string[], now, isEnglish);
      const end = match.index + match[0].replace(/[\s,]+$/, '').length;
      const isSeen = found.some((one) => one.index < end && match.index < one.end);
      if (date !== null && !isSeen) found.push({ date, index: match.index, end, kind: 'exact' });
    }
  }
  const all = [
    ...daysOfMonth(text, now),
    ...found,
    ...daysAlone(text, now, found),
    ...weekdays(text, now),
    ...relativeDates(text, now),
  ];
  const first = all.slice(0, datesMax);
  return first.filter((one) => !first.some((other) => isWithin(one, other)));
}

/** "Wednesday next week" is one day, not two. */
function isWithin(one: FoundDate, other: FoundDate): boolean {
  return other.index <= one.index && one.end <= other.end && other.end - other.index > one.end - one.index;
}

/**
 * 3/4 is 3 April, or in English possibly March 4. Prefers the date that matches an adjacent weekday, then the earlier
 * one.
 */
function numeric(parts: string[], now: Date, isEnglish: boolean): Date | null {
  const [weekday, first, second, year] = parts;
  const european = dayOf(year, Number(second) - 1, Number(first), now);
  const american = dayOf(year, Number(first) - 1, Number(second), now);
  if (!isEnglish || american === null) return european ?? american;
  if (european === null) return american;
  const named = [american, european].filter((date) => date.getUTCDay() === weekdayOf.get(weekday ?? ''));
  if (named.length === 1) return named[0]!;
  return new Date(Math.min(american.getTime(), european.getTime()));
}

/** A date without a year means the next such day. Dates far ahead were misread or are useless. */
function dayOf(year: string | undefined, month: number, day: number, now: Date): Date | null {
  if (day < 1 || day > 31 || month < 0 || month > 11) return null;
  const fullYear = year ? Number(year.length === 2 ? `20${year}` : year) : now.getUTCFullYear();
  let date = new Date(Date.UTC(fullYear, month, day));
  if (!year && date.getTime() < now.getTime() - 2 * dayMs) date = new Date(Date.UTC(fullYear + 1, month, day));
  if (date.getUTCMonth() !== month) return null;
  const days = (date.getTime() - now.getTime()) / dayMs;
  return days > -2 && days < (year ? aheadWithYearMaxDays : aheadMaxDays) ? date : null;
}

const nextBefore = /\b(next|naechste[nrm]?|volgende|proximo|proxima|prossim[oa]|nastepny|nastepna)\s+$/;
const thisBefore = /\b(this|today|diesen|heute|ce|cet|este|questo|deze|esta|ten|ta)\W+$/;
const nextAfter = /^[\w-]+\s+(prochain|proximo|que viene|prossim[oa]|que vem)\b/;

function weekdays(text: string, now: Date): FoundDate[] {
  const pattern = new RegExp(
    `\\b(${weekdayPattern})(?:s|vormittag|nachmittag|mittag|morgen|abend|frueh|ochtend|middag)?\\b`,
    'g',
  );
  return [...text.matchAll(pattern)].flatMap((match) => {
    const nearest = (weekdayOf.get(match[1]!)! - now.getUTCDay() + 7) % 7 || 7;
    // On a Monday, "this Monday" is today.
    if (nearest === 7 && thisBefore.test(text.slice(0, match.index))) return [];
    // "Next Tuesday" is not tomorrow.
    const isNext =
      nearest === 1 && (nextBefore.test(text.slice(0, match.index)) || nextAfter.test(text.slice(match.index)));
    const ahead = isNext ? nearest + 7 : nearest;
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ahead));
    return [{ date, index: match.index, end: match.index + match[0].length, kind: 'weekday' as const }];
  });
}
