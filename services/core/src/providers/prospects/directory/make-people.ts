import type { EmailStatus } from '../../../domain/contacts/contact.ts';
import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { SeededRandom, seedFor } from '../../../domain/values/random.ts';
import { toAscii } from './companies/company-name.ts';
import type { DirectoryCompany } from './companies/make-company.ts';
import { namePools } from './seed/names.ts';
import { headsOfIndustry, leaderTitles, staffTitles, type Title } from './seed/titles.ts';

const peopleSeed = 2;
/** Share of people with a name from another language area than the company's country. */
const abroadShare = 0.15;

export interface DirectoryPerson extends Omit<RevealedPerson, 'company' | 'title'> {
  title: Title;
  company: DirectoryCompany;
}

const statusShares: { status: EmailStatus | null; weight: number }[] = [
  { status: 'valid', weight: 82 },
  { status: 'catch_all', weight: 8 },
  { status: 'unknown', weight: 4 },
  { status: null, weight: 6 },
];

function fits(title: Title, employeeCount: number): boolean {
  return title.from <= employeeCount && employeeCount <= title.to;
}

function drawTitles(random: SeededRandom, company: DirectoryCompany): Title[] {
  const { employeeCount, listedPeople } = company;
  const leader = random.pick(leaderTitles.filter((title) => fits(title, employeeCount)));
  const staff = staffTitles.filter((title) => fits(title, employeeCount));
  const sampled = random.sample(staff, listedPeople - 1);
  const heads = (headsOfIndustry[company.industry] ?? []).filter((title) => fits(title, employeeCount));
  const others = sampled.filter((other) => heads.every((head) => head.title !== other.title));
  return [leader, ...heads, ...others].slice(0, listedPeople);
}

const addressPatterns = [
  (first: string, last: string) => `${first}.${last}`,
  (first: string, last: string) => `${first[0]}.${last}`,
  (first: string, last: string) => `${first}${last[0]}`,
  (first: string, last: string) => `${first}_${last}`,
];

function localPart(text: string): string {
  return toAscii(text)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

function drawName(random: SeededRandom, company: DirectoryCompany) {
  const pools = Object.values(namePools);
  const pool = random.next() < abroadShare ? random.pick(pools) : namePools[company.country.names];
  return { firstName: random.pick(pool.first), lastName: random.pick(pool.last) };
}

/** People listed for a company, starting with its head. No two share a name, so their email addresses differ. */
export function makePeople(company: DirectoryCompany): DirectoryPerson[] {
  const random = new SeededRandom(seedFor(peopleSeed, company.index));
  const pattern = addressPatterns[random.next() < 0.7 ? 0 : random.integer(1, addressPatterns.length - 1)]!;
  const taken = new Set<string>();
  return drawTitles(random, company).map((title, position) => {
    let name = drawName(random, company);
    let address = '';
    for (;;) {
      address = `${pattern(localPart(name.firstName), localPart(name.lastName))}@${company.domain}`;
      if (!taken.has(address)) break;
      name = drawName(random, company);
    }
    taken.add(address);
    const { status } = random.pickWeighted(statusShares);
    return {
      id: `prs_dir_${String(company.index).padStart(5, '0')}-${position + 1}`,
      source: 'directory',
      ...name,
      email: status === null ? null : address,
      emailStatus: status,
      title,
      seniority: title.seniority,
      department: title.department,
      linkedinUrl: null,
      phones: [],
      language: namePools[company.country.names].language,
      location: company.location,
      timeZone: company.timeZone,
      company,
    };
  });
}
