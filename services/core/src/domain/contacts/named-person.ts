import { distinctWords } from '../fields/search-words.ts';

interface Named {
  email?: string;
  firstName?: string;
  lastName?: string;
}

/** The ways to name a person in a text, each as the words that must be there: the address; first and last name. */
export function namedInWords({ email, firstName, lastName }: Named): string[][] {
  return [
    ...(email ? [distinctWords(email)] : []),
    ...(firstName && lastName ? [distinctWords(firstName, lastName)] : []),
  ];
}

export function isNamedIn(person: Named, text: string): boolean {
  const words = new Set(distinctWords(text));
  return namedInWords(person).some((name) => name.every((word) => words.has(word)));
}

/** Whether the last name is there: less than to be named, for others may be called so. */
export function hasLastName({ lastName }: Named, text: string): boolean {
  const words = new Set(distinctWords(text));
  const name = distinctWords(lastName ?? '');
  return name.length > 0 && name.every((word) => words.has(word));
}
