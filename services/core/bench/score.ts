import { companyFitFields, defaultBands, type FitCriterion } from '../src/domain/scoring/fit-criteria.ts';
import { compileProfile } from '../src/domain/scoring/fit-score.ts';
import { openDirectory } from '../src/providers/prospects/directory/directory.ts';

/** How many criteria one core evaluates in a second of its time, with a profile of all operators over the directory's companies. */
const criteria: FitCriterion[] = [
  { field: 'industry', operator: 'in', value: ['Software', 'Financial Technology', 'Logistics'], weight: 10 },
  { field: 'employeeCount', operator: 'between', value: [50, 500], weight: 8, required: true },
  { field: 'location.country', operator: 'in', value: ['DE', 'AT', 'CH'], weight: 6 },
  { field: 'technologies', operator: 'contains', value: 'kubernetes', weight: 6 },
  { field: 'description', operator: 'contains', value: ['automates', 'platform'], weight: 3 },
  { field: 'foundedYear', operator: 'at_least', value: 1990, weight: 2 },
  { field: 'type', operator: 'not_equals', value: 'public', weight: 1 },
  { field: 'websiteUrl', operator: 'exists', weight: 1 },
  { field: 'domain', operator: 'equals', value: 'rival.example', weight: 1, disqualify: true },
  { field: 'keywords', operator: 'not_contains', value: 'gambling', weight: 2 },
];
const passes = 50;

const records = openDirectory().companies.map((company) =>
  Object.fromEntries(
    ['websiteUrl', 'location', ...companyFitFields].map((field) => [field, company[field as keyof typeof company]]),
  ),
);
const score = compileProfile({ criteria, bands: defaultBands });

interface Bare {
  industry: string | null;
  employeeCount: number | null;
  location: { country: string | null };
  technologies: string[];
  description: string | null;
  foundedYear: number | null;
  type: string | null;
  websiteUrl: string | null;
  domain: string | null;
  keywords: string[];
}

function has(texts: string[], part: string): boolean {
  return texts.some((text) => text.toLowerCase().includes(part));
}

/** The same ten questions written out by hand: what a profile that is data costs beside code. */
function bare(record: object): number {
  const { industry, employeeCount, location, technologies, description, foundedYear, ...rest } = record as Bare;
  const words = description?.toLowerCase() ?? '';
  const trade = industry?.toLowerCase();
  const country = location.country?.toLowerCase();
  const isSized = employeeCount !== null && employeeCount >= 50 && employeeCount <= 500;
  const isOut = rest.domain?.toLowerCase() === 'rival.example' || !isSized;
  let reached = 8;
  if (trade === 'software' || trade === 'financial technology' || trade === 'logistics') reached += 10;
  if (country === 'de' || country === 'at' || country === 'ch') reached += 6;
  if (has(technologies, 'kubernetes')) reached += 6;
  if (words.includes('automates') || words.includes('platform')) reached += 3;
  if (foundedYear !== null && foundedYear >= 1990) reached += 2;
  if (rest.type?.toLowerCase() !== 'public') reached += 1;
  if (rest.websiteUrl !== null) reached += 1;
  if (!has(rest.keywords, 'gambling')) reached += 2;
  return isOut ? 0 : reached;
}

/** Processor time, so that what else runs on the machine does not count. */
function secondsOf(judge: (record: object) => unknown): number {
  const begin = process.cpuUsage();
  for (let pass = 0; pass < passes; pass += 1) for (const record of records) judge(record);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000_000;
}

for (const record of records) {
  score(record);
  bare(record);
}

const seconds = secondsOf(score);
const perSecond = Math.round((passes * records.length * criteria.length) / seconds);
const ratio = (secondsOf(bare) / seconds).toFixed(2);
process.stdout.write(
  `score: ${perSecond.toLocaleString('en')} criteria per second on one core, ${ratio} of the same written by hand\n`,
);
if (perSecond < 1_000_000) process.exitCode = 1;
