import type { ProspectCompany } from '../../../../domain/prospects/prospect.ts';
import { SeededRandom, seedFor } from '../../../../domain/values/random.ts';
import type { Industry } from '../seed/industries.ts';
import { generalTechnologies, industries } from '../seed/industries.ts';
import { type City, type Country, countries } from '../seed/places.ts';
import { drawName } from './company-name.ts';
import { drawSize } from './company-size.ts';

const companySeed = 1;
const youngestYear = 2025;

/** Directory facts about a company beyond those shown to users. */
export interface DirectoryCompany extends ProspectCompany {
  index: number;
  domain: string;
  industry: string;
  employeeCount: number;
  country: Country;
  city: City;
  listedPeople: number;
}

function typeOf(random: SeededRandom, industry: Industry, employeeCount: number): string {
  if (industry.name === 'Non-Profit') return 'non_profit';
  if (employeeCount > 1000 && random.next() < 0.4) return 'public';
  return employeeCount < 15 && random.next() < 0.3 ? 'self_owned' : 'private';
}

function foundedYearOf(random: SeededRandom, employeeCount: number): number {
  const age = 1 + Math.floor(random.next() ** 2 * 90) + (employeeCount > 500 ? 8 : 0);
  return youngestYear - age;
}

function article(noun: string): string {
  return /^(?:[aeiou]|IT |AI )/i.test(noun) && !/^uti/i.test(noun) ? 'an' : 'a';
}

const momenta = [
  'It opened a second office last year.',
  'It is hiring in sales and engineering.',
  'It is replacing several older tools this year.',
  'It won two large customers recently.',
  'It is expanding into neighbouring countries.',
  'Its owners invest in automation.',
  'It reports its sustainability figures every year.',
];

interface Facts {
  name: string;
  city: City;
  country: Country;
  employeeCount: number;
  foundedYear: number;
  technologies: string[];
}

function describe(random: SeededRandom, industry: Industry, facts: Facts): string {
  const kind = random.pick(industry.kinds);
  const [first, second] = random.sample(industry.customers, 2);
  const tools = facts.technologies.slice(0, 3).join(', ');
  return [
    `${facts.name} is ${article(kind)} ${kind} in ${facts.city.city}, ${facts.country.name}, that ${random.pick(industry.offers)}.`,
    `Founded in ${facts.foundedYear}, it employs about ${facts.employeeCount} people and serves ${first} and ${second}.`,
    `Its teams work with ${tools}.`,
    random.pick(momenta),
  ].join(' ');
}

/** Creates a fictional company. `taken` holds the domains already assigned, so companies are created in order. */
export function makeCompany(index: number, taken: Set<string>): DirectoryCompany {
  const random = new SeededRandom(seedFor(companySeed, index));
  const industry = random.pickWeighted(industries);
  const country = random.pickWeighted(countries);
  const city = random.pick(country.cities);
  const { name, domain } = drawName(random, taken, industry, country, city);
  const { employeeCount, ...size } = drawSize(random);
  const foundedYear = foundedYearOf(random, employeeCount);
  const technologies = [
    ...random.sample(industry.technologies, random.integer(2, 5)),
    ...random.sample(generalTechnologies, random.integer(1, 4)),
  ].filter((technology, at, all) => all.indexOf(technology) === at);
  return {
    id: `prc_dir_${String(index).padStart(5, '0')}`,
    source: 'directory',
    index,
    name,
    domain,
    websiteUrl: `https://www.${domain}`,
    industry: industry.name,
    employeeCount,
    ...size,
    foundedYear,
    type: typeOf(random, industry, employeeCount),
    location: { city: city.city, region: city.region, country: country.code },
    timeZone: city.timeZone,
    technologies,
    keywords: random.sample(industry.keywords, random.integer(3, 5)),
    description: describe(random, industry, { name, city, country, employeeCount, foundedYear, technologies }),
    country,
    city,
  };
}
