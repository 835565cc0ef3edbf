import { dayFrom, type FoundDate } from './found-date.ts';
import { monthOf, monthPattern, weekdayOf, weekdayPattern } from './month-names.ts';

const numbers = [
  '1 one a einer eine einem ein une un una uno een uma um jeden',
  '2 two zwei deux dos due twee duas dois dwa dwoch',
  '3 three drei trois tres tre drie trzy trzech',
  '4 four vier quatre cuatro quattro quatro cztery czterech',
  '5 five fuenf cinq cinco cinque vijf piec',
  '6 six sechs seis sei zes szesc',
  '7 seven sieben sept siete sette zeven sete siedem',
  '8 eight acht huit ocho otto oito osiem',
  '9 nine neun neuf nueve nove negen dziewiec',
  '10 ten zehn dix diez dieci tien dez dziesiec',
];
const countOf = new Map(numbers.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)));
for (const more of [12, 14, 20, 21, 30]) countOf.set(String(more), more);
const count = [...countOf.keys()].sort((a, b) => b.length - a.length).join('|');
const several = [...countOf]
  .filter(([, number]) => number > 1)
  .map(([name]) => name)
  .join('|');
const within =
  'in|for|fuer|dans|pendant|dentro de|en|durante|tra|fra|per|over|voor|daqui a|por|za|na|przez|pour|gedurende|within the next';
const weeks = 'weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|week|tygodnie|tygodni|tydzien';
const days = 'days?|tagen?|tage|jours?|dias?|giorn[io]|dagen|dag|dni|dzien';
const months = 'months?|monaten?|monate?|mois|mes|meses|mes[ei]|maanden?|miesiace|miesiecy|miesiac';
const thisWeek =
  'this week|diese[rn]? woche|cette semaine|esta semana|questa settimana|deze week|(?:tym|ten) (?:tygodniu|tydzien)';
const nextWeek =
  'next week|naechste[rn]? woche|kommende[rn]? woche|semaine prochaine|(?:la )?semana que vi?em?n?e?|' +
  'proxima semana|prossima settimana|settimana prossima|volgende week|komende week|(?:przyszlym|' +
  'nastepnym) tygodniu|przyszlego tygodnia|przyszly tydzien';
const alsoNext =
  'next|the next|the following|(?:die )?naechste|la suivante|la prochaine|la proxima|la que viene|a proxima|a seguinte|la prossima|la successiva|volgende|daarna|nastepnym|przyszlym';

function monday(now: Date, weeksAhead: number): Date {
  return dayFrom(now, 1 - (now.getUTCDay() || 7) + 7 * weeksAhead);
}
function firstOfMonth(now: Date, monthsAhead: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1));
}
/** Next occurrence of a day of a month. Day 0 is the last day of the preceding month. */
function nextOf(month: number, day: number, now: Date): Date {
  const [thisYear, nextYear] = [0, 1].map((ahead) => new Date(Date.UTC(now.getUTCFullYear() + ahead, month, day)));
  return thisYear! > now ? thisYear! : nextYear!;
}
/** ISO 8601: the first week of a year is the one with 4 January. */
function mondayOfWeek(week: number, now: Date): Date {
  const ofYear = (year: number) => dayFrom(monday(new Date(Date.UTC(year, 0, 4)), 0), 7 * (week - 1));
  const date = ofYear(now.getUTCFullYear());
  return date < monday(now, 0) ? ofYear(now.getUTCFullYear() + 1) : date;
}

interface Rule {
  pattern: RegExp;
  /** The named day and the day after the named period, or one date that serves as both. */
  dates(now: Date, parts: string[]): Date | [date: Date, dateAfter: Date];
}

function rule(phrases: string, dates: Rule['dates']): Rule {
  return { pattern: new RegExp(`\\b(?:${phrases})\\b`, 'g'), dates };
}
function counted(name: string | undefined): number {
  return countOf.get(name ?? '') ?? 1;
}

const rules: Rule[] = [
  rule(
    'the day after tomorrow|uebermorgen|apres[ -]demain|pasado manana|dopodomani|overmorgen|depois de amanha|pojutrze',
    (now) => dayFrom(now, 2),
  ),
  rule(
    'tomorrow|morgen(?:frueh|vormittag|nachmittag|ochtend|middag)?|demain|(?<!por la |de la )manana|domani|amanha|jutro',
    (now) => dayFrom(now, 1),
  ),
  rule(
    '(?:a|one) week (?:from )?(?:today|now)|heute in einer woche|aujourd.?hui en huit|vandaag over een week|od dzis za tydzien',
    (now) => dayFrom(now, 7),
  ),
  rule("today|heute|aujourd'?hui|hoy|oggi|vandaag|hoje|dzis|dzisiaj", (now) => dayFrom(now, 1)),
  rule(
    `(?:${within})\\s+(?:about |circa |etwa |the next |die naechsten |le prossime |as proximas |las proximas )?(${count})\\s+(?:${weeks})`,
    (now, [n]) => dayFrom(now, 7 * counted(n)),
  ),
  rule(`(${several})\\s+(?:${weeks})(?! ago)`, (now, [n]) => dayFrom(now, 7 * counted(n))),
  rule(`(${several})\\s+(?:${days})(?! ago)`, (now, [n]) => dayFrom(now, counted(n))),
  rule(`(?:${within})\\s+(?:the next |die naechsten )?(${count})\\s+(?:${days})`, (now, [n]) =>
    dayFrom(now, counted(n)),
  ),
  rule(`(?:${within})\\s+(${count})\\s+(?:${months})`, (now, [n]) => {
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + counted(n), now.getUTCDate()));
  }),
  rule(
    '(?:a )?fortnight|(?:quinze|15) jours|une quinzaine|quindici giorni|quinzena|(?:quince|quinze|15) dias|couple of weeks',
    (now) => dayFrom(now, 14),
  ),
  rule(`(?:${nextWeek})`, (now) => [monday(now, 1), monday(now, 2)]),
  rule(`(?:${thisWeek}|rest of the week|end of the week|ende der woche)`, (now) => monday(now, 1)),
  rule(`(?:(?:${thisWeek}|this|diese|deze|w tym)\\s+(?:and|und|et|y|e|en|i|w)\\s+)(?:${nextWeek}|${alsoNext})`, (now) =>
    monday(now, 2),
  ),
  rule(
    'end of (?:the|this) month|ende (?:des|dieses) monats|fin du mois|fin de mes|finales de mes|fine (?:del )?mese|eind(?:e)? van de maand|fim do mes|konca miesiaca',
    (now) => dayFrom(firstOfMonth(now, 1), -1),
  ),
  rule(
    'next month|naechsten monat|mois prochain|proximo mes|mes que viene|mese prossimo|prossimo mese|volgende maand|mes que vem|przyszlym miesiacu',
    (now) => [firstOfMonth(now, 1), firstOfMonth(now, 2)],
  ),
  rule(
    `(?:mid|middle of|mitte|mi|mediados de|meta|medio|meados de|polow[ye]|half)[ -](?:de )?(${monthPattern})`,
    (now, [name]) => nextOf(monthOf.get(name!)!, 15, now),
  ),
  rule(
    `(?:early|beginning of|start of|anfang|debut|principios de|inizio|begin|inicio de|poczatk\\w+)[ -](?:de )?(${monthPattern})`,
    (now, [name]) => nextOf(monthOf.get(name!)!, 1, now),
  ),
  rule(
    `(?:late|end of|ende|fin|finales de|fine|eind|final de|fim de|konc\\w+)[ -](?:de )?(${monthPattern})`,
    (now, [name]) => nextOf(monthOf.get(name!)! + 1, 0, now),
  ),
  rule(
    `(?<=\\b(?:in|im|until|till|bis|en|jusqu'?en|jusqu'?a|hasta|fino a|a|tot|em|ate|w|do|of) )(${monthPattern})(?:,? (?:de )?(20\\d\\d))?(?!\\W{0,2}\\d)`,
    (now, [name, year]) => {
      const month = monthOf.get(name!)!;
      const last = year ? new Date(Date.UTC(Number(year), month + 1, 0)) : nextOf(month + 1, 0, now);
      return [firstOfMonth(last, 0), firstOfMonth(last, 1)];
    },
  ),
  rule(
    'new year|neue[nmr]? jahr|jahreswechsel|nouvel an|nouvelle annee|ano nuevo|anno nuovo|nuovo anno|nieuwe jaar|ano novo|nowym roku|nowego roku',
    (now) => new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1)),
  ),
  rule(
    '(?:kw|kalenderwoche|week|wk|semaine|semana|settimana|tydzien|tygodniu?|tygodnia)\\s?(?:\\d{1,2}\\s?(?:-|und|and|en|et|y|e|i|/)\\s?)?([1-9]|[1-4]\\d|5[0-3])',
    (now, [week]) => {
      const start = mondayOfWeek(Number(week), now);
      return [start, dayFrom(start, 7)];
    },
  ),
  rule(`(${weekdayPattern}) en huit`, (now, [name]) =>
    dayFrom(now, ((weekdayOf.get(name!)! - now.getUTCDay() + 7) % 7 || 7) + 7),
  ),
  rule(
    `(${weekdayPattern})\\W{1,2}(?:(?:of|in|der|de|in der|van) )?(?:kw|kalenderwoche|week|wk|semaine|semana|settimana|tygodniu) ?([1-9]|[1-4]\\d|5[0-3])`,
    (now, [name, week]) => dayFrom(mondayOfWeek(Number(week), now), (weekdayOf.get(name!)! + 6) % 7),
  ),
  rule(
    `(${weekdayPattern})\\W{1,2}(?:(?:of|in|in der|der|de la|della|da|van|w) )?(?:${nextWeek})|(?:${nextWeek})\\W{1,2}(?:on |am |op )?(${weekdayPattern})`,
    (now, [first, second]) => dayFrom(monday(now, 1), ((weekdayOf.get(first ?? second ?? '') ?? 1) + 6) % 7),
  ),
];

/** Days named by their distance, week, or month. */
export function relativeDates(text: string, now: Date): FoundDate[] {
  return rules.flatMap(({ pattern, dates }) =>
    [...text.matchAll(pattern)].map((match) => {
      const found = dates(now, match.slice(1) as string[]);
      const [date, dateAfter] = Array.isArray(found) ? found : [found, found];
      return { date, dateAfter, index: match.index, end: match.index + match[0].length, kind: 'relative' as const };
    }),
  );
}
