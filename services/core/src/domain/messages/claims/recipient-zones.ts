import { folded, words } from './folded.ts';
import grammar from './words/grammar.json' with { type: 'json' };
import phrases from './words/phrases.json' with { type: 'json' };

/** Part of a sentence: positions of its first character and after its last one. */
type Span = readonly [from: number, to: number];

export interface Zone {
  from: number;
  to: number;
  /** True for a possession that a question, an offer, or a statement about the sender mentions: "your Berlin office". */
  isMentioned: boolean;
}

export interface AboutWhom {
  language: string;
  /** Folded names of the recipient and the company. */
  names: readonly string[];
}

interface Grammar {
  second: RegExp;
  /** Possessive pronouns of the second person. */
  yours: RegExp;
  first: RegExp;
  firstSubject: RegExp;
  /** Conditions, offers, and guesses: they state nothing. */
  conditional: RegExp;
  /** Statements about an industry, or about many others. */
  general: RegExp;
  /** A statement about one other: "a bakery in York uses it". */
  others: RegExp;
}

/** German forms of address are capitalized, so these patterns read the text as it stands. */
const germanSecond =
  /(?<![\p{L}])(?:Sie|Ihr(?:e[mnrs]?)?|Ihnen|(?:[Dd]u|[Dd]ir|[Dd]ich|[Dd]ein(?:e[mnrs]?)?|[Ee]uch|[Ee]uer|[Ee]ure[mnrs]?))(?![\p{L}])/gu;
const germanYours = /(?<![\p{L}])(?:Ihr(?:e[mnrs]?)?|[Dd]ein(?:e[mnrs]?)?|[Ee]uer|[Ee]ure[mnrs]?)(?![\p{L}])/gu;

interface Lists {
  first: string[];
  firstSubject: string[];
  general: string[];
  others: string[];
  second?: string[];
  yours?: string[];
  conditional?: string[];
}

/** "Würde" and "wurde" differ only in an accent, so this reads the text as it stands. */
const germanConditional = new RegExp(`(?<!\\p{L})(?:${phrases.germanConditional.join('|')})(?!\\p{L})`, 'iu');

function toGrammar({
  first,
  firstSubject,
  general,
  others,
  second = [],
  yours = [],
  conditional = [],
}: Lists): Grammar {
  return {
    first: words(...first),
    firstSubject: words(...firstSubject),
    general: words(...general),
    others: new RegExp(others.join('|')),
    second: second.length > 0 ? words(...second) : germanSecond,
    yours: yours.length > 0 ? words(...yours) : germanYours,
    conditional: conditional.length > 0 ? words(...conditional) : germanConditional,
  };
}

const grammars: Readonly<Record<string, Grammar>> = Object.fromEntries(
  Object.entries(grammar.languages).map(([language, lists]) => [language, toGrammar(lists)]),
);
/** Someone saw, read, or praises something: what follows is about the recipient. */
const observed = words(...grammar.observed);
const praised = words(...grammar.praised);
/** One person speaks, and not the sender's company about its own work. */
const alone = words(...grammar.alone);
const clauseEnds = new RegExp(
  `[;:()–—…]|,(?=\\s)|\\s-\\s|(?<![a-z])(?:${phrases.conjunctions.join('|')})(?![a-z'])`,
  'g',
);
/** Words after a possessive that no longer describe what the recipient has: "cut your costs by 30%". */
const afterOwn = new RegExp(`(?<![a-z])(?:${phrases.afterOwn.join('|')})(?![a-z])`);
const ownWindow = 45;

/** Parts of one sentence that state or mention something about the recipient or their company. */
export function recipientZones(sentence: string, { language, names }: AboutWhom): Zone[] {
  const plain = folded(sentence);
  const { second: them, yours, first, firstSubject, conditional, general, others } = grammars[language] ?? grammars.en!;
  const has = (pattern: RegExp, text: string) => text.search(pattern) >= 0;
  const isNamed = (text: string) => names.some((name) => name !== '' && text.includes(name));
  const speaksOfThem = has(them, language === 'de' ? sentence : plain) || isNamed(plain);
  const isQuestion = /[?¿]\s*$/.test(sentence.trim());
  const zones: Zone[] = [];
  let state: 'them' | 'us' | 'open' =
    has(first, plain) || has(general, plain) || (!speaksOfThem && has(others, plain)) ? 'us' : 'open';
  let isFirst = true;
  for (const [from, to] of clausesOf(plain)) {
    const clause = plain.slice(from, to);
    const asWritten = language === 'de' ? sentence.slice(from, to) : clause;
    const second = asWritten.search(them);
    const ours = clause.search(firstSubject);
    const isAboutThem = second >= 0 || isNamed(clause);
    const isNews = has(observed, clause) && (speaksOfThem || ours < 0 || has(alone, clause));
    if (has(praised, clause) || isNews) state = 'them';
    else if (ours >= 0 && (second < 0 || ours < second)) state = 'us';
    else if (isAboutThem) state = 'them';
    else if (has(first, clause)) state = 'us';
    else if (isFirst && has(general, clause)) state = 'us';
    const isConditional = has(conditional, asWritten);
    const isStated = state === 'them' && !isQuestion && !isConditional;
    if (isStated || (state === 'open' && !isQuestion)) zones.push({ from, to, isMentioned: false });
    else
      for (const [a, b] of ownWindows(clause, asWritten, yours))
        zones.push({ from: from + a, to: from + b, isMentioned: true });
    isFirst = false;
  }
  return zones;
}

function clausesOf(plain: string): Span[] {
  const ends = [...plain.matchAll(clauseEnds)].map(({ index }) => index);
  const starts = [0, ...ends];
  return starts.map((start, index): Span => [start, starts[index + 1] ?? plain.length]).filter(([a, b]) => b - a > 1);
}

/** "Your Berlin office", "your 12 warehouses": possessions that a question or an offer takes for granted. */
function ownWindows(clause: string, asWritten: string, yours: RegExp): Span[] {
  return [...asWritten.matchAll(yours)].map(({ index, 0: word }): Span => {
    const from = index + word.length;
    const rest = clause.slice(from, from + ownWindow);
    const end = rest.search(afterOwn);
    return [from, from + (end < 0 ? rest.length : end)];
  });
}

/** True if the words after a position address the recipient, and not the sender: "as CTO, you" and not "as CTO, I". */
export function isForRecipient(sentence: string, at: number, language: string): boolean {
  const { second, firstSubject } = grammars[language] ?? grammars.en!;
  const rest = sentence.slice(at);
  const ours = folded(rest).search(firstSubject);
  const theirs = (language === 'de' ? rest : folded(rest)).search(second);
  return ours < 0 || (theirs >= 0 && theirs < ours);
}
