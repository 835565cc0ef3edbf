import type { Action } from '../../core-client/contract.ts';

/** The contract's text about an action, or one phrase that people use for it. */
export interface Entry {
  id: string;
  /** Name of the action or task. */
  of: string;
  name: string;
  title: string;
  area: string;
  summary: string;
  description: string;
  /** All its phrases together. */
  phrases: string;
  /** One of its phrases. */
  phrase: string;
  isPhrase: boolean;
}

export const nothing = {
  name: '',
  title: '',
  area: '',
  summary: '',
  description: '',
  phrases: '',
  phrase: '',
  isPhrase: false,
};

export function entryOf({ name, title, area, summary, description }: Action): Entry {
  const said = { name: verbs(name), title, area, summary, description };
  return { ...nothing, ...said, id: name, of: name };
}

/** In names, `list` is a verb; elsewhere it is a noun. */
function verbs(name: string): string {
  return name
    .replace(/^list_/, 'show_which_')
    .replace(/^get_/, 'show_')
    .replaceAll('_', ' ');
}

export function entriesOf(of: string, phrases: readonly string[]): Entry[] {
  return phrases.map((phrase, index) => ({ ...nothing, id: `${of}#${index}`, of, phrase, isPhrase: true }));
}
