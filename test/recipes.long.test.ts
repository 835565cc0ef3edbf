import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { carryOut } from './recipes/carry-out.ts';
import { CleanCopy } from './recipes/clean-copy.ts';
import { commandsIn, type Recipe, readRecipes } from './recipes/read-recipes.ts';

// Carries out each recipe of CONTRIBUTING.md five times in a row, with the code of the page, then runs all tests. No
// limit may stop a contributor, and every check that a recipe names passes.
const limitMs = 1_800_000;
/** Names that replace the name of the recipe's example. */
const names = ['amber', 'birch', 'cedar', 'dune', 'ember'];
const examples: Record<string, string> = {
  'Add an action': 'badge',
  'Add a field': 'nickname',
  'Add an event': 'tag.created',
  'Add a page': 'badge',
  'Add a provider': 'example',
  'Add a setting': 'export',
  'Add a gateway tool': 'ping',
  'Add a bounce rule': 'unusual',
  'Add a reply rule': 'badge',
};
/** Commands whose result a person looks at. */
const lookedAt = /^npm run screenshots/;

const recipes = readRecipes(readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8'));
const copy = new CleanCopy();
afterAll(() => copy.remove());

/** Commands of a recipe, each once. The tests run at the end, with all others. */
function commandsOf({ steps }: Recipe): { others: string[][]; tests: string[] } {
  const commands = [...new Set(steps.flatMap(commandsIn))].filter((command) => !lookedAt.test(command));
  const tasks = commands.map((command) =>
    command
      .replace(/^npm (run )?/, '')
      .replace(' -- ', ' ')
      .split(' '),
  );
  const isPlainTest = ([task, ...args]: string[]) => task === 'test' && !args.includes('-u');
  return {
    others: tasks.filter((task) => !isPlainTest(task)),
    tests: tasks.filter(isPlainTest).flatMap(([, ...paths]) => paths),
  };
}

test('knows the example of each recipe', () => {
  expect(recipes.map(({ title }) => title)).toEqual(Object.keys(examples));
});

test.each(recipes)('$title: five times, then its commands', { timeout: limitMs }, async (recipe) => {
  for (const name of names) for (const step of recipe.steps) carryOut(copy.dir, step, examples[recipe.title]!, name);
  const { others, tests } = commandsOf(recipe);
  expect(tests, 'the recipe names no tests').not.toEqual([]);
  expect(tests.filter((path) => !existsSync(join(copy.dir, path)))).toEqual([]);
  for (const task of others) await copy.run(...task);
});

test('types hold after all recipes', { timeout: limitMs }, () => copy.run('types'));

// No recipe changes the embedded store, whose own tests have run on the same files.
test('the whole suite passes after all recipes', { timeout: limitMs }, async () => {
  await copy.run('test', '--exclude', 'shared/embedded-mongo/**');
});
