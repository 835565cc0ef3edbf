import { distinctWords } from '../fields/search-words.ts';

interface Named {
  email?: string;
  firstName?: string;
  lastName?: string;
}

/** Word sets that each name a person in a text: the words of the email address, or the first and last name. */
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

/** True if the last name appears. Weaker than a full match, because others may share the name. */
export function hasLastName({ lastName }: Named, text: string): boolean {
  const words = new Set(distinctWords(text));
  const name = distinctWords(lastName ?? '');
  return name.length > 0 && name.every((word) => words.has(word));
}
