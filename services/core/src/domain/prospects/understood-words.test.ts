import { expect, test } from 'vitest';
import { understoodIn } from './understood-words.ts';

const cases: [description: string, ...understood: [criterion: string, values: string[], rest: string][]][] = [
  [
    'heads of operations at logistics companies in Germany',
    ['titles', ['heads of operations'], 'at logistics companies in Germany'],
    ['countries', ['DE'], 'heads of operations at logistics companies'],
    ['industries', ['logistics'], 'heads of operations companies in Germany'],
  ],
  [
    'CTOs of a fintech in Berlin with fewer than 50 employees',
    ['titles', ['CTOs'], 'of a fintech in Berlin with fewer than 50 employees'],
    ['cities', ['Berlin'], 'CTOs of a fintech with fewer than 50 employees'],
    ['employeeRanges', ['1-10', '11-50'], 'CTOs of a fintech in Berlin'],
  ],
  ['buyers at Siemens', ['titles', ['buyers'], 'at Siemens'], ['companyNames', ['Siemens'], 'buyers']],
  [
    'CFOs of retail small firms',
    ['titles', ['CFOs'], 'of retail small firms'],
    ['industries', ['retail'], 'CFOs of small firms'],
    ['employeeRanges', ['1-10', '11-50'], 'CFOs of retail firms'],
  ],
  ['solar installers'],
];

test.each(cases)('%s', (description, ...understood) => {
  expect(understoodIn(description).map(({ criterion, values, rest }) => [criterion, values, rest])).toEqual(understood);
});
