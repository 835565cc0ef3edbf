import { expect, test } from 'vitest';
import { loadContract } from '../../core-client/contract.ts';
import { ActionSearch } from './action-search.ts';
import { type Heard, heardPhrases } from './phrases-of.ts';

const actions = new Map(loadContract().actions.map((action) => [action.name, action]));
const parts = 5;

test('finds unknown phrases among the first three results, testing each fifth against the other four', () => {
  const misses = Array.from({ length: parts }, (_, part) => {
    const isAsked = (_: Heard, index: number) => index % parts === part;
    const others = heardPhrases.filter((heard, index) => !isAsked(heard, index));
    const search = new ActionSearch(actions, others);
    return heardPhrases.filter(isAsked).filter(({ phrase, meant }) => {
      const { actions: found, task } = search.find(phrase, () => true);
      const firstThree = [...(task ? [`person:${task.id}`] : []), ...found.slice(0, 3).map(({ name }) => name)];
      return !firstThree.some((name) => meant.includes(name));
    });
  }).flat();
  expect(misses.length / heardPhrases.length, misses.map(({ phrase }) => phrase).join('\n')).toBeLessThanOrEqual(0.11);
});
