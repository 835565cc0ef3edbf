import type { SeededRandom } from '../../../../domain/values/random.ts';
import type { Industry } from '../seed/industries.ts';
import { coinedEnds, coinedStarts } from '../seed/name-parts.ts';
import { namePools } from '../seed/names.ts';
import type { City, Country } from '../seed/places.ts';

const vowels = 'aeiouy';

function joinCoined(start: string, end: string): string {
  const isClash = vowels.includes(start.at(-1)!) && vowels.includes(end[0]!);
  return `${isClash ? start.slice(0, -1) : start}${end}`;
}

function coin(random: SeededRandom): string {
  return joinCoined(random.pick(coinedStarts), random.pick(coinedEnds));
}

function compose(random: SeededRandom, industry: Industry, country: Country, city: City): string {
  const surnames = namePools[country.names].last;
  const noun = random.pick(industry.nouns);
  const draw = random.next();
  if (draw < 0.5) return `${coin(random)} ${noun}`;
  if (draw < 0.7) return coin(random);
  if (draw < 0.85) return `${random.pick(surnames)} ${noun}`;
  if (draw < 0.93) return `${random.pick(surnames)} & ${random.pick(surnames)}`;
  return `${city.city} ${coin(random)} ${noun}`;
}

const specialLetters: Record<string, string> = { ß: 'ss', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', æ: 'ae', Æ: 'Ae', đ: 'd' };

/** Plain ASCII letters, for email addresses and domains. */
export function toAscii(text: string): string {
  return text
    .replace(/[ßøØłŁæÆđ]/g, (letter) => specialLetters[letter]!)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

export function toSlug(text: string): string {
  return toAscii(text)
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Draws a name whose domain no earlier company has. */
export function drawName(
  random: SeededRandom,
  taken: Set<string>,
  industry: Industry,
  country: Country,
  city: City,
): { name: string; domain: string } {
  for (;;) {
    const name = compose(random, industry, country, city);
    const domain = `${toSlug(name)}.example`;
    if (taken.has(domain)) continue;
    taken.add(domain);
    return { name, domain };
  }
}
