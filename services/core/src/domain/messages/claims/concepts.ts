import { words } from './folded.ts';
import concepts from './words/concepts.json' with { type: 'json' };

/** Kinds of statements that need evidence, with their words in English, German, French, Spanish, and Italian, folded. */
type Concepts = Readonly<Record<string, RegExp>>;

function patternsOf(lists: Record<string, string[]>): Concepts {
  return Object.fromEntries(Object.entries(lists).map(([name, alternatives]) => [name, words(...alternatives)]));
}

/** Events of a company or a person. The same event in another language has the same name. */
export const eventConcepts = patternsOf(concepts.event);
/** Roles of people. */
export const titleConcepts = patternsOf(concepts.title);
/** Claims to be the first of a kind. */
export const superlativeConcepts = patternsOf(concepts.superlative);

export interface FoundConcept {
  key: string;
  at: number;
  text: string;
}

/** Concepts that a folded text names, with the words as they stand. */
export function conceptsIn(foldedText: string, concepts: Concepts): FoundConcept[] {
  return Object.entries(concepts).flatMap(([key, pattern]) =>
    [...foldedText.matchAll(pattern)].map(({ 0: text, index }) => ({ key, at: index, text: text.trim() })),
  );
}
