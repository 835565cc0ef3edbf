import SearchableMap from 'minisearch/SearchableMap';

/** Tolerance for typing errors: one error per this many letters. */
const lettersPerError = 5;
const errorsMax = 3;

/**
 * Names spelled like an unknown one, nearest first. Tolerates other separators, other case, a prefix, or a typing
 * error.
 */
export function nearNames(asked: string, names: Iterable<string>): string[] {
  const letters = lettersOf(asked);
  const words = wordsOf(asked);
  const known = [...names].map((name) => ({ name, letters: lettersOf(name), words: wordsOf(name) }));
  const same = known.filter((each) => each.letters === letters || sameWords(each.words, words));
  const inside = known.filter((each) => ` ${words.join(' ')} `.includes(` ${each.words.join(' ')} `));
  const longestFirst = inside.sort((a, b) => b.name.length - a.name.length);
  return [...new Set([...same, ...longestFirst, ...misspelled(letters, known)].map(({ name }) => name))];
}

function misspelled<Known extends { letters: string }>(letters: string, known: readonly Known[]): Known[] {
  const byLetters = SearchableMap.from(known.map((each) => [each.letters, each] as const));
  const errorCount = Math.min(errorsMax, Math.floor(letters.length / lettersPerError));
  const found = [...byLetters.fuzzyGet(letters, errorCount).values()];
  return found.sort(([, a], [, b]) => a - b).map(([each]) => each);
}

/** Treats `listContacts`, `list-contacts`, and `list_contacts` alike. */
function wordsOf(name: string): string[] {
  const separated = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
  return separated.split(/[^a-z0-9]+/).filter(Boolean);
}

function lettersOf(name: string): string {
  return wordsOf(name).join('');
}

function sameWords(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word) => others.includes(word));
}
