import type { FoundDate } from './found-date.ts';

const numbers = [
  '1 one a einer eine einem ein une un una uno een uma um jeden',
  '2 two zwei deux dos due twee duas dois dwa dwoch',
  '3 three drei trois tres tre drie trzy trzech',
  '4 four vier quatre cuatro quattro quatro cztery',
  '5 five fuenf cinq cinco cinque vijf piec',
  '6 six sechs seis sei zes szesc',
];
const countOf = new Map(numbers.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)));
const count = [...countOf.keys()].join('|');
const within = 'in|for|fuer|dans|pendant|dentro de|en|durante|tra|fra|per|over|voor|daqui a|por|za|na|przez';
const weeks = 'weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|week|tygodnie|tygodni|tydzien';
const days = 'days?|tagen?|tage|jours?|dias?|giorn[io]|dagen|dag|dni|dzien';

function day(now: Date, ahead: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ahead));
}
function nextMonday(now: Date): Date {
  return day(now, (8 - now.getUTCDay()) % 7 || 7);
}
function firstOfNextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

interface Rule {
  pattern: RegExp;
  date(now: Date, count: number): Date;
}

function rule(phrases: string, date: Rule['date']): Rule {
  return { pattern: new RegExp(`\\b(?:${phrases})\\b`, 'g'), date };
}

const rules: Rule[] = [
  rule(
    'the day after tomorrow|uebermorgen|apres demain|pasado manana|dopodomani|overmorgen|depois de amanha|pojutrze',
    (now) => day(now, 2),
  ),
  rule('tomorrow|morgen|demain|(?<!por la |de la )manana|domani|amanha|jutro', (now) => day(now, 1)),
  rule("today|heute|aujourd'?hui|hoy|oggi|vandaag|hoje|dzis|dzisiaj", (now) => day(now, 1)),
  rule(`(?:${within})\\s+(?:about |circa |etwa |the next |die naechsten )?(${count})\\s+(?:${weeks})`, (now, n) =>
    day(now, 7 * n),
  ),
  rule(`(?:${within})\\s+(${count})\\s+(?:${days})`, (now, n) => day(now, n)),
  rule(
    'next week|naechste[rn]? woche|kommende[rn]? woche|semaine prochaine|la semana que viene|proxima semana|semana que vem|prossima settimana|settimana prossima|volgende week|(?:przyszlym|nastepnym) tygodniu|przyszlego tygodnia',
    nextMonday,
  ),
  rule(
    'this week|diese[r]? woche|cette semaine|esta semana|questa settimana|deze week|w tym tygodniu|rest of the week|end of the week|ende der woche',
    nextMonday,
  ),
  rule(
    'end of (?:the|this) month|ende (?:des|dieses) monats|fin du mois|fin de mes|finales de mes|fine (?:del )?mese|eind(?:e)? van de maand|fim do mes|konca miesiaca',
    (now) => day(firstOfNextMonth(now), -1),
  ),
  rule(
    'next month|naechsten monat|mois prochain|proximo mes|mes que viene|mese prossimo|prossimo mese|volgende maand|mes que vem|przyszlym miesiacu',
    firstOfNextMonth,
  ),
  rule(
    'new year|neue[nmr]? jahr|jahreswechsel|nouvel an|nouvelle annee|ano nuevo|anno nuovo|nuovo anno|nieuwe jaar|ano novo|nowym roku|nowego roku',
    (now) => new Date(Date.UTC(now.getUTCFullYear() + 1, 0, 1)),
  ),
];

/** Days named by how far they are away. */
export function relativeDates(text: string, now: Date): FoundDate[] {
  return rules.flatMap(({ pattern, date }) =>
    [...text.matchAll(pattern)].map((match) => ({
      date: date(now, countOf.get(match[1] ?? '') ?? 1),
      index: match.index,
      end: match.index + match[0].length,
      kind: 'relative' as const,
    })),
  );
}
