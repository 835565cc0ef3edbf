import { actionPhrases } from './action-phrases.ts';
import { ownToolPhrases } from './own-tool-phrases.ts';
import { readTable } from './read-table.ts';
import { spokenMailPhrases } from './spoken-mail-phrases.ts';
import { spokenPhrases } from './spoken-phrases.ts';

/** A recorded request and its possible meanings: actions, or `person:` and a task. */
export interface Heard {
  readonly phrase: string;
  readonly meant: readonly string[];
}

/** Requests by meaning: first contacts, companies, and lists, then campaigns, mail, and settings. */
export const heardPhrases: readonly Heard[] = ['heard-records', 'heard-outreach']
  .flatMap(readTable)
  .map(([meant, phrase]) => ({ phrase, meant: meant.split('|') }));

/** Everyday wording of name parts: "my campaigns", "add a webhook". */
const usualPhrases: Readonly<Record<string, readonly string[]>> = {
  list: ['', 'show', 'show my', 'which do we have', 'overview of'],
  create: ['add', 'new', 'set up'],
  update: ['change', 'edit'],
  delete: ['remove', 'get rid of'],
};

function usualPhrasesOf(name: string): string[] {
  const [verb = '', ...rest] = name.split('_');
  return usualPhrases[verb]?.map((how) => `${how} ${rest.join(' ')}`) ?? [];
}

/** All phrases of an action. */
export function phrasesOf(name: string): string[] {
  const tables = [actionPhrases, spokenPhrases, spokenMailPhrases, ownToolPhrases];
  return [...usualPhrasesOf(name), ...tables.flatMap((table) => table[name]?.split(',') ?? [])];
}
