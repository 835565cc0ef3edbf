import { forPeople } from '../forms/words.ts';

/** A piece of a sentence: words, or a moment that the page shows in the reader's zone. */
type Part = { text: string } | { at: string };

const time = /(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)/;

/** Operations write times and names of operations as the API does; people read them as times and in words. */
export function sentenceParts(sentence: unknown): Part[] {
  const pieces = forPeople(String(sentence ?? '')).split(time);
  return pieces.map((piece) => (time.test(piece) ? { at: piece } : { text: piece }));
}
