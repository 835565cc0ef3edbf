import { domainOf } from '../contacts/email-address.ts';

/** A person whose address is known. */
export interface KnownAddress {
  email: string;
  firstName: string;
  lastName: string;
}

export interface LikelyAddress {
  email: string;
  /** Expected share of right addresses, from 0 to 1, by Laplace's rule of succession. 0: no known address supports it. */
  confidence: number;
  /** Known addresses of the domain that were made in the same way. */
  support: number;
}

type Maker = (first: string, last: string) => string;

/** Ways in which companies make addresses from names, the most usual ones first. */
const patterns: readonly Maker[] = [
  (first, last) => `${first}.${last}`,
  (first, last) => `${first[0]}${last}`,
  (first) => first,
  (first, last) => `${first}${last}`,
  (first, last) => `${first[0]}.${last}`,
  (first, last) => `${first}${last[0]}`,
  (first, last) => `${first}_${last}`,
  (first, last) => `${last}.${first}`,
  (_first, last) => last,
  (first, last) => `${last}${first[0]}`,
  (first, last) => `${first}-${last}`,
  (first, last) => `${first}.${last[0]}`,
];

const expansions: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  å: 'aa',
  ł: 'l',
  đ: 'd',
};

/** Ways to write a name in plain letters: ü as ue or u, and a hyphen kept or dropped. */
const spellings: readonly ((name: string) => string)[] = [true, false].flatMap((isExpanded) =>
  ['-', ''].map((hyphen) => (name: string) => plainLetters(name, isExpanded).replace(/[-\s]+/g, hyphen)),
);

function plainLetters(name: string, isExpanded: boolean): string {
  const lower = name.normalize('NFC').toLowerCase().trim();
  const written = isExpanded ? lower.replace(/[äöüßæœøåłđ]/g, (letter) => expansions[letter]!) : lower;
  return written
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .normalize('NFD')
    .replace(/[^a-z\s-]/g, '');
}

/** Address parts by the index of the pattern and spelling. Empty for names without plain letters. */
function waysOf({ firstName, lastName }: Pick<KnownAddress, 'firstName' | 'lastName'>): string[] {
  return spellings.flatMap((spell) => {
    const [first, last] = [spell(firstName), spell(lastName)];
    return patterns.map((make) => (first === '' || last === '' ? '' : make(first, last)));
  });
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/**
 * Likely addresses of a person, the likeliest first, learned from known addresses of the company. Without any, the
 * usual ways with a confidence of 0. Addresses of roles and in unusual forms teach nothing.
 */
export function likelyAddresses(
  person: Pick<KnownAddress, 'firstName' | 'lastName'>,
  companyDomain: string,
  known: readonly KnownAddress[],
): LikelyAddress[] {
  const domain = mostFrequent(known.map(({ email }) => domainOf(email))) ?? companyDomain;
  const ways = known
    .filter(({ email }) => domainOf(email) === domain)
    .map((one) => {
      const local = one.email.slice(0, one.email.lastIndexOf('@'));
      return waysOf(one).map((way) => way === local);
    })
    .filter((matches) => matches.includes(true));
  const found = new Map<string, number>();
  for (const [index, local] of waysOf(person).entries()) {
    if (local === '') continue;
    const support = ways.filter((matches) => matches[index]).length;
    found.set(local, Math.max(found.get(local) ?? 0, support));
  }
  const confidenceOf = (support: number) => (support === 0 ? 0 : (support + 1) / (ways.length + 2));
  return [...found]
    .map(([local, support]) => ({ email: `${local}@${domain}`, confidence: confidenceOf(support), support }))
    .sort((a, b) => b.support - a.support);
}
