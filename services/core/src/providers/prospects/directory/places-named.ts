import { foldedWords } from '../../../domain/prospects/telling-words.ts';
import type { DirectoryCompany } from './companies/make-company.ts';
import { cityNames, countryNames } from './seed/place-names.ts';
import { countries } from './seed/places.ts';

type Level = 'city' | 'region' | 'country';

interface Place {
  level: Level;
  name: string;
  words: string;
}

function place(level: Level, name: string, spoken: string): Place {
  return {
    level,
    name,
    words: foldedWords(spoken).join(' '),
  };
}

const places: Place[] = countries.flatMap(({ code, name, demonym, cities }) => [
  place('country', code, name),
  place('country', code, demonym),
  ...(countryNames[code] ?? []).map((other) => place('country', code, other)),
  ...cities.flatMap(({ city }) => [city, ...(cityNames[city] ?? [])].map((spoken) => place('city', city, spoken))),
  ...cities.map(({ region }) => place('region', region, region)),
]);

const levelOf: Record<Level, (company: DirectoryCompany) => string> = {
  city: ({ city }) => city.city,
  region: ({ city }) => city.region,
  country: ({ country }) => country.code,
};

export interface NamedPlaces {
  /** Folded words that name a place. */
  words: Set<string>;
  isIn: (company: DirectoryCompany) => boolean;
}

// Lowercase "us" is a pronoun.
function spelledOut(description: string): string {
  return description.replace(/\bU\.?S\.?(?:A\.?)?(?![\p{L}])/gu, 'USA').replace(/\bU\.?K\.?(?![\p{L}])/gu, 'UK');
}

/**
 * Places named in a plain description. Several cities or countries are alternatives; "Berlin, Germany" requires both.
 */
export function placesNamedIn(description: string): NamedPlaces | undefined {
  const spoken = ` ${foldedWords(spelledOut(description)).join(' ')} `;
  const named = places.filter(({ words }) => spoken.includes(` ${words} `));
  if (named.length === 0) return undefined;
  const byLevel = Map.groupBy(named, ({ level }) => level);
  // Berlin is both a city and a region. The narrower one applies.
  const cities = new Set(byLevel.get('city')?.map(({ name }) => name));
  const regions = byLevel.get('region')?.filter(({ name }) => !cities.has(name)) ?? [];
  const wanted: [Level, Set<string>][] = [
    ['city', cities],
    ['region', new Set(regions.map(({ name }) => name))],
    ['country', new Set(byLevel.get('country')?.map(({ name }) => name))],
  ];
  const asked = wanted.filter(([, names]) => names.size > 0);
  return {
    words: new Set(named.flatMap(({ words }) => words.split(' '))),
    isIn: (company) => asked.every(([level, names]) => names.has(levelOf[level](company))),
  };
}
