import { distinctWords } from '../../fields/search-words.ts';

/** What a person is known by in the words of others. */
export interface KnownBy {
  email?: string;
  firstName?: string;
  lastName?: string;
  phones?: string[];
  linkedinUrl?: string;
  /** Ids of others with the same name: what is stored about them speaks of them. */
  namesakeIds?: string[];
}

/** What stands where a person was named. */
export const erasedWord = '(erased)';

const phoneDigitsMin = 7;
const phoneMarks = '[\\s()./-]*';
const between = '[^\\p{L}\\p{N}]+';
/** As in "Ada King Lovelace", and in JSON. */
const wordsInNameMax = 2;

interface Person {
  namesakeIds: ReadonlySet<string>;
  phones: string[];
  /** Its address, number or profile, which are nobody else's. */
  contact: RegExp | null;
  name: RegExp | null;
  /** Whatever of them stands in a text that names the person. */
  all: RegExp;
}

/** Finds people in texts, and takes them out of them. */
export class Mentions {
  /** By one word of each way in which they may be named, so that a text costs one reading for all of them. */
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

  /** The text without those whom it names; the same text when it names nobody. `about`: whom the record is about. */
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

/** Part of a name as it is written, and without its accents. */
function spelled(part: string | undefined): string | null {
  const words = part?.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return null;
  const bare = words.map((word) => word.normalize('NFKD').replace(/\p{M}+/gu, ''));
  return `(?:${[...new Set([words, bare].map((each) => each.join(between)))].join('|')})`;
}
