import type { FoundDate } from './found-date.ts';
import { monthOf, monthPattern, weekdayOf, weekdayPattern } from './month-names.ts';
import { relativeDates } from './relative-dates.ts';

interface Notation {
  pattern: RegExp;
  read(parts: string[], now: Date, isEnglish: boolean): Date | null;
}

const dayMs = 86_400_000;
const aheadMaxDays = 240;
const aheadWithYearMaxDays = 550;

const notations: Notation[] = [
  {
    pattern: /\b(20\d{2})[-/.](\d{1,2})[-/.](\d{1,2})\b/g,
    read: ([year, month, day], now) => dayOf(year, Number(month) - 1, Number(day), now),
  },
  {
    pattern: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th|er|re|e|o|a|\\.|º|ª)?\\s*(?:of\\s+|de\\s+|d')?(${monthPattern})\\b\\.?,?\\s*(?:de\\s+|del\\s+)?(20\\d{2})?`,
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
    pattern: /(?<![\d./-])(\d{1,2})[/-](\d{1,2})(?:[/-](20\d{2}|\d{2}))?(?![\d/])/g,
    read: ([first, second, year], now, isEnglish) => numeric(Number(first), Number(second), year, now, isEnglish),
  },
  {
    pattern: /(?<![\d.,:])(\d{1,2})\.(\d{1,2})(?![\d:%])(?!\s*(?:uhr|h\b|am\b|pm\b))/g,
    read: ([day, month], now) => dayOf(undefined, Number(month) - 1, Number(day), now),
  },
];

/** All days that a folded text names. */
export function findDates(text: string, now: Date): FoundDate[] {
  const isEnglish = (text.match(/\b(the|of|will|my|and|office|back|until|i am|out)\b/g)?.length ?? 0) >= 2;
  const found: FoundDate[] = [];
  for (const { pattern, read } of notations) {
    for (const match of text.matchAll(pattern)) {
      const date = read(match.slice(1) as string[], now, isEnglish);
      const end = match.index + match[0].length;
      const isSeen = found.some((one) => one.index < end && match.index < one.end);
      if (date !== null && !isSeen) found.push({ date, index: match.index, end, kind: 'exact' });
    }
  }
  return [...found, ...weekdays(text, now), ...relativeDates(text, now)];
}

/** 3/4 is the third of April, and in English as well the fourth of March: the one that comes sooner. */
function numeric(first: number, second: number, year: string | undefined, now: Date, isEnglish: boolean): Date | null {
  const european = dayOf(year, second - 1, first, now);
  const american = dayOf(year, first - 1, second, now);
  if (!isEnglish || american === null) return european ?? american;
  if (european === null) return american;
  return new Date(Math.min(american.getTime(), european.getTime()));
}

/** A date without a year is the next such day; far ahead it was misread, or is of no use. */
function dayOf(year: string | undefined, month: number, day: number, now: Date): Date | null {
  if (day < 1 || day > 31 || month < 0 || month > 11) return null;
  const fullYear = year ? Number(year.length === 2 ? `20${year}` : year) : now.getUTCFullYear();
  let date = new Date(Date.UTC(fullYear, month, day));
  if (!year && date.getTime() < now.getTime() - 2 * dayMs) date = new Date(Date.UTC(fullYear + 1, month, day));
  if (date.getUTCMonth() !== month) return null;
  const days = (date.getTime() - now.getTime()) / dayMs;
  return days > -2 && days < (year ? aheadWithYearMaxDays : aheadMaxDays) ? date : null;
}

function weekdays(text: string, now: Date): FoundDate[] {
  const pattern = new RegExp(`\\b(${weekdayPattern})s?\\b`, 'g');
  return [...text.matchAll(pattern)].map((match) => {
    const ahead = (weekdayOf.get(match[1]!)! - now.getUTCDay() + 7) % 7 || 7;
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ahead));
    return { date, index: match.index, end: match.index + match[0].length, kind: 'weekday' as const };
  });
}
