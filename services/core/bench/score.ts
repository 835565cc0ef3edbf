import { companyFitFields, defaultBands, type FitCriterion } from '../src/domain/scoring/fit-criteria.ts';
import { compileProfile } from '../src/domain/scoring/fit-score.ts';
import { openDirectory } from '../src/providers/prospects/directory/directory.ts';

/** How many criteria one core evaluates in a second, with a profile of all operators over the directory's companies. */
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
for (const record of records) score(record);

const begin = performance.now();
for (let pass = 0; pass < passes; pass += 1) for (const record of records) score(record);
const seconds = (performance.now() - begin) / 1000;
const perSecond = Math.round((passes * records.length * criteria.length) / seconds);
process.stdout.write(`score: ${perSecond.toLocaleString('en')} criteria per second on one core\n`);
if (perSecond < 1_000_000) process.exitCode = 1;
