import { expect, test } from 'vitest';
import { loadContract } from '../../core-client/contract.ts';
import { firstThree, missed } from '../../testing/missed-phrases.ts';
import { actionPhrases } from './action-phrases.ts';
import { ActionSearch } from './action-search.ts';
import { personTasks } from './person-tasks.ts';
import { heardPhrases } from './phrases-of.ts';

const { actions } = loadContract();
const byName = new Map(actions.map((action) => [action.name, action]));
const search = new ActionSearch(byName);
const phrasesMin = 2_100;

test('phrases refer to existing actions and tasks, and nearly every action has some', () => {
  const names = actions.map(({ name }) => name);
  const known = new Set([...names, ...personTasks.map(({ id }) => `person:${id}`)]);
  const meant = [...Object.keys(actionPhrases), ...heardPhrases.flatMap((heard) => heard.meant)];
  expect(meant.filter((name) => !known.has(name))).toEqual([]);
  expect(names.filter((name) => !(name in actionPhrases)).length).toBeLessThan(names.length / 10);
});

// The long test looks for all of them.
test('finds every twentieth known request among the first three results', () => {
  expect(heardPhrases.length).toBeGreaterThanOrEqual(phrasesMin);
  const asked = heardPhrases.filter((_phrase, index) => index % 20 === 0);
  const misses = missed(asked, search);
  expect(misses.length / asked.length, misses.join('\n')).toBeLessThanOrEqual(0.04);
});

test.each([
  ['campagin lanch', 'launch_campaign'],
  ['webhok erstelen', 'create_webhook'],
  ['unsubscirbe her', 'add_suppression'],
  ['lancer la campagne', 'launch_campaign'],
  ['conectar mi correo', 'connect_mailbox'],
])('handles typing errors and other languages: %s', (phrase, name) => {
  expect(firstThree(phrase, search)).toContain(name);
});
