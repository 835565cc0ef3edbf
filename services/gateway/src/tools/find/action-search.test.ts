import { expect, test } from 'vitest';
import { loadContract } from '../../core-client/contract.ts';
import { actionPhrases } from './action-phrases.ts';
import { ActionSearch } from './action-search.ts';
import { personTasks } from './person-tasks.ts';
import { type Heard, heardPhrases } from './phrases-of.ts';

const { actions } = loadContract();
const byName = new Map(actions.map((action) => [action.name, action]));
const search = new ActionSearch(byName);
const phrasesMin = 2_100;

function firstThree(phrase: string, searched = search): string[] {
  const { actions: found, task } = searched.find(phrase, () => true);
  return [...(task ? [`person:${task.id}`] : []), ...found.slice(0, 3).map(({ name }) => name)];
}

function missed(asked: readonly Heard[], searched = search): string[] {
  return asked.flatMap(({ phrase, meant }) => {
    const found = firstThree(phrase, searched);
    return found.some((name) => meant.includes(name)) ? [] : [`${phrase} → ${meant} ≠ ${found}`];
  });
}

test('phrases refer to existing actions and tasks, and nearly every action has some', () => {
  const names = actions.map(({ name }) => name);
  const known = new Set([...names, ...personTasks.map(({ id }) => `person:${id}`)]);
  const meant = [...Object.keys(actionPhrases), ...heardPhrases.flatMap((heard) => heard.meant)];
  expect(meant.filter((name) => !known.has(name))).toEqual([]);
  expect(names.filter((name) => !(name in actionPhrases)).length).toBeLessThan(names.length / 10);
});

test('finds known requests among the first three results', () => {
  expect(heardPhrases.length).toBeGreaterThanOrEqual(phrasesMin);
  const misses = missed(heardPhrases);
  expect(misses.length / heardPhrases.length, misses.join('\n')).toBeLessThanOrEqual(0.02);
});

test.each([
  ['campagin lanch', 'launch_campaign'],
  ['webhok erstelen', 'create_webhook'],
  ['unsubscirbe her', 'add_suppression'],
  ['lancer la campagne', 'launch_campaign'],
  ['conectar mi correo', 'connect_mailbox'],
])('handles typing errors and other languages: %s', (phrase, name) => {
  expect(firstThree(phrase)).toContain(name);
});
