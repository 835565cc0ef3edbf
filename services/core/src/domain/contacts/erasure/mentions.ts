import { distinctWords } from '../../fields/search-words.ts';

/** Details by which other people's texts can identify a person. */
export interface KnownBy {
  email?: string;
  firstName?: string;
  lastName?: string;
  phones?: string[];
  linkedinUrl?: string;
  /** IDs of contacts with the same name. Records about them refer to them, not to this person. */
  namesakeIds?: string[];
}

/** Replacement for a person's details. */
export const erasedWord = '(erased)';

const phoneDigitsMin = 7;
const phoneMarks = '[\\s()./-]*';
const between = '[^\\p{L}\\p{N}]+';
/** Words allowed inside a name, as in "Ada King Lovelace". Also applies in JSON. */
const wordsInNameMax = 2;

interface Person {
  namesakeIds: ReadonlySet<string>;
  phones: string[];
  /** The person's email address, phone number, or profile, which no one else shares. */
  contact: RegExp | null;
  name: RegExp | null;
  /** All details to remove from a text that names the person. */
  all: RegExp;
}

/** Finds people in texts and removes them. */
export class Mentions {
  /** People by one word of each of their identifiers, so that each text is scanned only once for all of them. */
  readonly #byWord = new Map<string, Person[]>();
  readonly #withPhones: Person[] = [];

  constructor(people: readonly KnownBy[]) {
    for (const known of people) {
      const person = personOf(known);
      const { email = '', lastName = '', linkedinUrl = '' } = known;
      const words = [distinctWords(email)[0], distinctWords(lastName).at(-1), distinctWords(linkedinUrl).at(-1)];
      for (const word of new Set(words)) if (word) this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), person]);
      if (person.phones.length > 0) this.#withPhones.push(person);
    }
  }

  /**
   * Removes the people that a text names, and returns it unchanged if it names none. `about`: ID of the contact the
   * record describes.
   */
  without(text: string, about = '', word = erasedWord): string {
    let left = text;
    for (const person of this.#candidates(text))
      if (isNamed(person, left, about)) left = left.replace(person.all, word);
    return left;
  }

  #candidates(text: string): Set<Person> {
    const found = distinctWords(text).flatMap((word) => this.#byWord.get(word) ?? []);
    const digits = text.replace(/\D/g, '');
    const called = this.#withPhones.filter(({ phones }) => phones.some((phone) => digits.includes(phone)));
    return new Set([...found, ...called]);
  }
}

function isNamed({ contact, name, namesakeIds }: Person, text: string, about: string): boolean {
  return has(contact, text) || (!namesakeIds.has(about) && has(name, text));
}

function has(pattern: RegExp | null, text: string): boolean {
  return pattern !== null && text.search(pattern) >= 0;
}

function personOf({ email, firstName, lastName, phones = [], linkedinUrl, namesakeIds = [] }: KnownBy): Person {
  const numbers = phones.map((phone) => phone.replace(/\D/g, '')).filter(({ length }) => length >= phoneDigitsMin);
  const contacts = [
    ...(email ? [literal(email), literal(encodeURIComponent(email))] : []),
    ...(linkedinUrl ? [literal(linkedinUrl)] : []),
    ...numbers.map((digits) => `\\+?${[...digits].join(phoneMarks)}`),
  ];
  const [first, last] = [spelled(firstName), spelled(lastName)];
  const more = `(?:[\\p{L}\\p{N}]+${between}){0,${wordsInNameMax}}`;
  const name = first && last ? [`${first}${between}${more}${last}`, `${last}${between}${first}`] : [];
  const all = [...contacts, ...[first, last].filter((part) => part !== null)];
  return {
    namesakeIds: new Set(namesakeIds),
    phones: numbers,
    contact: anyOf(contacts),
    name: anyOf(name),
    all: anyOf(all) ?? /(?!)/,
  };
}

function anyOf(patterns: string[]): RegExp | null {
  if (patterns.length === 0) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Pattern for a part of a name, with and without its accents. */
function spelled(part: string | undefined): string | null {
  const words = part?.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return null;
  const bare = words.map((word) => word.normalize('NFKD').replace(/\p{M}+/gu, ''));
  return `(?:${[...new Set([words, bare].map((each) => each.join(between)))].join('|')})`;
}
