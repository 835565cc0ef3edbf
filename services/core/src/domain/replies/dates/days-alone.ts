import { dayFrom, type FoundDate } from './found-date.ts';
import { monthPattern, weekdayOf, weekdayPattern } from './month-names.ts';

/** Numbers that count or measure something are not days: hours, people, money. */
const noDay =
  `(?!\\s*(?:[%€$£:]|\\d{2}|[./-]\\s?\\d|${monthPattern}|uhr|h|hrs?|am|pm|a\\.m|p\\.m|o'?clock|uur|` +
  `heures?|horas?|ore|godz|hours?|(?:to|bis|au|al|tot|ate|do|-) (?:\\w+ )?\\d{1,2}\\.? (?:de |di ` +
  `)?(?:${monthPattern})|days?|weeks?|tagen?|tage|wochen?|jours?|semaines?|dias?|semanas?|giorni|` +
  `settiman[ae]|dagen|weken|dni|tygodni\\w*|months?|monaten?|mois|meses|mesi|maanden|people|personen|` +
  `and \\d|:\\d)(?![a-z]))`;
const before = [
  '(?:on|from|until|till|through|by|before|to|of) the',
  '(?:ab|bis|vor) dem',
  '(?:am|zum|den)',
  '(?:le|au|du|el dia|el|il giorno|il|al giorno|al|dal|dia|dnia|do)',
  '(?:op|vanaf|tot|tot en met) (?:de )?',
  '(?:mo|di|mi|fr|lun|mar|mer|mie|gio|jeu|jue|ven|vie|vr|ma|wo|do|pon|wt|sr|czw|pt|seg|ter|qua|qui|sex)\\.',
];
const dayAlone = new RegExp(
  `(?:\\b(${weekdayPattern})[,.]?\\s+(?:the\\s+|den\\s+|dem\\s+|le\\s+|el\\s+|il\\s+|de\\s+|dia\\s+)?|` +
    `\\b(?:${before.join('|')})\\s*\\b)(\\d{1,2})(?:st|nd|rd|th|er|re|e|o|º|-go)?(?![\\w])${noDay}\\.?`,
  'g',
);
const monthsAhead = 12;

/** The next such day after the preceding date: "Away until 2 December, back on the 3rd", "Monday the 7th". */
export function daysAlone(text: string, now: Date, named: FoundDate[]): FoundDate[] {
  return [...text.matchAll(dayAlone)].flatMap((match) => {
    const end = match.index + match[0].length;
    if (named.some((one) => one.index < end && match.index < one.end)) return [];
    const earlier = named.filter(({ index }) => index < match.index).map(({ date }) => date.getTime());
    const date = nextDay(
      Number(match[2]),
      weekdayOf.get(match[1] ?? ''),
      new Date(Math.max(now.getTime(), ...earlier)),
    );
    const atNumber = match.index + match[0].lastIndexOf(match[2]!);
    const isWeekday = match[1] !== undefined || text.slice(match.index, atNumber).includes('.');
    const index = isWeekday ? match.index : atNumber;
    return date ? [{ date, index, end, kind: 'exact' as const }] : [];
  });
}

function nextDay(day: number, weekday: number | undefined, after: Date): Date | undefined {
  const days = Array.from({ length: monthsAhead }, (_, ahead) => {
    return new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + ahead, day));
  }).filter((one) => one > dayFrom(after, -1) && one.getUTCDate() === day);
  return days.slice(0, 3).find((one) => one.getUTCDay() === weekday) ?? days[0];
}
