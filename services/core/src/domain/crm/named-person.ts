import { distinctWords } from './search-words.ts';

interface Named {
  email?: string;
  firstName?: string;
  lastName?: string;
}

/** The ways to name a person in a text, each as the words that have to be there: the address; first and last name. */
export const namedInWords = ({ email, firstName, lastName }: Named): string[][] => [
  ...(email ? [distinctWords(email)] : []),
  ...(firstName && lastName ? [distinctWords(firstName, lastName)] : []),
];

export const isNamedIn = (person: Named, text: string): boolean => {
  const words = new Set(distinctWords(text));
  return namedInWords(person).some((name) => name.every((word) => words.has(word)));
};
