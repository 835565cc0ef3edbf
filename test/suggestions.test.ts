import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../services/core/src/testing/start-test-core.ts';
import { allPrompts } from '../services/gateway/src/tools/prompts.ts';

// What the README, the pages and the prompts suggest to a newcomer finds enough people, in words and by criteria.
const root = join(import.meta.dirname, '..');
const files = [
  'README.md',
  'services/core/src/web/pages/home/home.liquid',
  'services/core/src/web/records/record-pages.ts',
  'services/gateway/src/tools/prompts.ts',
];
const suggestion = /heads? of (\w+) at (\w+) companies in (\w+)/gi;

/** How people put it: with a number in words, a greeting, a question. */
const phrasings = [
  'Find ten heads of sales at logistics companies in Germany.',
  'Search for heads of operations at logistics companies in Germany and store the ten best.',
  'twenty CFOs of manufacturing companies in Italy',
  'a dozen marketing directors of software companies in France',
  'I need fifteen IT directors at retail companies in the Netherlands',
  'find me 10 CEOs of consulting firms in London',
  'founders of SaaS startups in Berlin',
  'Could you get me ten CTOs of software companies in the UK?',
  'decision makers for logistics in Switzerland with more than 200 employees',
  'Show me several heads of HR in Spain',
  'five heads of finance at energy companies',
  'a few purchasing managers at automotive suppliers',
];
const promptExamples = allPrompts
  .flatMap(({ arguments: all }) => all)
  .filter(({ name }) => name === 'description')
  .flatMap(({ suggestions: examples }) => examples);

const suggestions = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(suggestion)].map(([words, area, industry, country]) => {
    return { file, words, area: area!, industry: industry!, country: country! };
  }),
);

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function totalOf(body: object): Promise<number> {
  const { status, body: answer } = await core.request('POST', '/search/people', { body });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.data.total;
}

test.each([...phrasings, ...promptExamples])('finds ten people: %s', async (description) => {
  expect(await totalOf({ description })).toBeGreaterThanOrEqual(10);
});

test('each of these files suggests a search', () => {
  expect(new Set(suggestions.map(({ file }) => file))).toEqual(new Set(files));
});

test.each(suggestions)('$file: $words', async ({ words, area, industry, country }) => {
  expect(await totalOf({ description: words })).toBeGreaterThanOrEqual(10);
  const criteria = { titles: [`Head of ${area}`], industries: [industry], countries: [country] };
  expect(await totalOf(criteria)).toBeGreaterThanOrEqual(10);
});
