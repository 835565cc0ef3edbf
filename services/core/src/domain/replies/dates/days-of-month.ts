import { dayFrom, type FoundDate } from './found-date.ts';
import { monthOf, monthPattern, weekdayOf, weekdayPattern } from './month-names.ts';

const places = [
  'first|1st|1th|erste[nrm]?|premiere?|primer[oa]?|prim[oa]|eerste|primeir[oa]|pierwsz\\w+',
  'second|2nd|2th|zweite[nrm]?|deuxieme|seconde?|segund[oa]|second[oa]|tweede|drug\\w+',
  'third|3rd|3th|dritte[nrm]?|troisieme|tercer[oa]?|terz[oa]|derde|terceir[oa]|trzeci\\w*',
  'fourth|4th|vierte[nrm]?|quatrieme|cuart[oa]|quart[oa]|vierde|czwart\\w+',
  'last|letzte[nrm]?|dernier|derniere|ultim[oa]|laatste|ostatni\\w*',
];
const last = places.length - 1;
const workingDay =
  'working day|business day|work ?day|weekday|arbeitstag|werktag|jour ouvre|jour ouvrable|jour de ' +
  'travail|dia laborable|dia habil|giorno lavorativo|werkdag|dia util|dzien roboczy|dnia roboczego|' +
  'dniu roboczym';
const newYear =
  'new year|neuen jahr(?:es)?|nouvelle annee|ano nuevo|nuevo ano|nuovo anno|nieuwe jaar|novo ano|ano novo|nowego roku|nowym roku|20\\d\\d';
const joins = "of the|in the|of|in|im|des|vom|du mois de|du|de l'|de la|de|d'|del|di|van het|van|do|em|w|after|nach|na";
const day = new RegExp(
  `\\b(?:${places.map((words) => `(${words})`).join('|')}) (?:(${weekdayPattern})|(?:${workingDay}))\\s+(?:(?:${joins})\\s*)?(?:(${monthPattern})|(?:${newYear}))\\b`,
  'g',
);

/** Finds days counted within a month: "the first Monday of January", "the last working day of the year". */
export function daysOfMonth(text: string, now: Date): FoundDate[] {
  return [...text.matchAll(day)].map((match) => {
    const place = match.slice(1, places.length + 1).findIndex((words) => words !== undefined);
    const [weekday, monthName] = match.slice(places.length + 1);
    const month = monthName === undefined ? 0 : monthOf.get(monthName)!;
    const wanted = weekday === undefined ? undefined : weekdayOf.get(weekday)!;
    const inYear = (ahead: number) => dayOfMonth(place, wanted, now.getUTCFullYear() + ahead, month);
    const date = inYear(0) > now ? inYear(0) : inYear(1);
    return { date, index: match.index, end: match.index + match[0].length, kind: 'exact' as const };
  });
}

/** Without a weekday, finds a working day, which the first of January is not. */
function dayOfMonth(place: number, weekday: number | undefined, year: number, month: number): Date {
  const first = new Date(Date.UTC(year, month, 1));
  const all = Array.from({ length: 31 }, (_, ahead) => dayFrom(first, ahead));
  const fitting = all.filter((date) => date.getUTCMonth() === month && fits(date, weekday));
  return place === last ? fitting.at(-1)! : fitting[place]!;
}

function fits(date: Date, weekday: number | undefined): boolean {
  if (weekday !== undefined) return date.getUTCDay() === weekday;
  const isNewYear = date.getUTCMonth() === 0 && date.getUTCDate() === 1;
  return !isNewYear && date.getUTCDay() % 6 !== 0;
}
