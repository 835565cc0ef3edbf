import type { ActionSearch } from '../tools/find/action-search.ts';
import type { Heard } from '../tools/find/phrases-of.ts';

/** The task of a person, if there is one, and the first three actions found for a phrase. */
export function firstThree(phrase: string, search: ActionSearch): string[] {
  const { actions: found, task } = search.find(phrase, () => true);
  return [...(task ? [`person:${task.id}`] : []), ...found.slice(0, 3).map(({ name }) => name)];
}

/** Phrases for which nothing they mean is found, each with the result. */
export function missed(asked: readonly Heard[], search: ActionSearch): string[] {
  return asked.flatMap(({ phrase, meant }) => {
    const found = firstThree(phrase, search);
    return found.some((name) => meant.includes(name)) ? [] : [`${phrase} → ${meant} ≠ ${found}`];
  });
}
