import type { CheckedSentence } from './checked-sentence.ts';
import { folded } from './folded.ts';
import { isForRecipient, recipientZones, type Zone } from './recipient-zones.ts';
import { sentencesIn } from './sentences.ts';
import { isIn, type Prepared, prepared, type Specific, specificsIn } from './specifics.ts';
import { languageOfText } from './text-language.ts';
import phrases from './words/phrases.json' with { type: 'json' };

/** Something known about the recipient or their company. */
export interface Evidence {
  /** Fact, or null for a field of a record. */
  factId: string | null;
  /** Field such as `title`, or null for a fact. */
  field: string | null;
  /** Words of the page, or the value of the field. */
  quote: string;
}

export interface Recipient {
  personNames: readonly string[];
  companyNames: readonly string[];
  /** Names of the sender, the sender's company, and its products. */
  ownNames: readonly string[];
  evidence: readonly Evidence[];
}

const greeting = new RegExp(`^(?:${phrases.greeting.join('|')})\\b[^.?!]{0,60}[,!.:]?$`);
/** A possession or a condition claims an event only if it names one: "your recent launch". */
const certain = new RegExp(`(?<![a-z])(?:${phrases.certain.join('|')})(?![a-z])`);
const alwaysCertain = ['article', 'podcast', 'interview', 'talk', 'funding', 'acquisition', 'award', 'ipo'];

/** Placeholders that were not filled in. Other checks report them. */
const unfilled = /\[[^[\]\n]{1,60}\]|\{\{.{0,80}?\}\}|%[\w ]{1,40}%|<<[^<>\n]{1,60}>>/g;

/**
 * Compares each sentence about the recipient with what is known. A sentence is supported if its numbers, dates, places,
 * names, roles, events, and superlatives are in one piece of evidence, together with the fields of the records. It is
 * neutral if it has none. Reads English, German, French, Spanish, and Italian.
 */
export function checkClaims(text: string, recipient: Recipient): CheckedSentence[] {
  const known = recipient.evidence.map((each) => ({ ...each, prepared: preparedOf(each) }));
  const language = languageOfText(text);
  const { personNames, companyNames, ownNames } = recipient;
  const names = [...personNames, ...companyNames].map(folded).filter((name) => name.length > 1);
  const own = new Set([...personNames, ...companyNames, ...ownNames].flatMap(wordsOf));
  const person = personNames.map(folded);
  return sentencesIn(text).map((sentence) => {
    const isGreeting = greeting.test(folded(sentence));
    const zones: Zone[] = isGreeting
      ? [{ from: 0, to: sentence.length, isMentioned: false }]
      : recipientZones(sentence, { language, names });
    const found = specificsIn(
      sentence.replace(unfilled, (mark) => ' '.repeat(mark.length)),
      language === 'de' && !isGreeting,
    );
    const isRole = (one: Specific) => isOwnRole(one, sentence) && isForRecipient(sentence, one.at, language);
    const counted = found.filter((one) => isRole(one) || zones.some((zone) => isClaimed(one, zone, sentence)));
    const claimed = counted.filter(
      ({ kind, key }) => kind !== 'name' || (!own.has(key.replace(/s$/, '')) && !own.has(key)),
    );
    const parts = partsOf(ownRoles(claimed, sentence), zones);
    return judged(sentence, parts, isGreeting ? [] : known, person);
  });
}

/** The subject, the body, and every step are compared with the same evidence. */
const preparedBefore = new WeakMap<Evidence, Prepared>();

function preparedOf(evidence: Evidence): Prepared {
  const found = preparedBefore.get(evidence) ?? prepared(evidence.quote);
  preparedBefore.set(evidence, found);
  return found;
}

function wordsOf(name: string): string[] {
  return folded(name)
    .split(/[^a-z0-9&+]+/)
    .filter(Boolean)
    .flatMap((word) => [word, word.replace(/s$/, '')]);
}

function isClaimed({ kind, key, at, text }: Specific, { from, to, isMentioned }: Zone, sentence: string): boolean {
  if (at < from || at >= to) return false;
  // "Your head of sales" names a person who may or may not exist.
  if (kind === 'title' && isMentioned) return false;
  if (kind !== 'event' || !isMentioned || alwaysCertain.includes(key)) return true;
  return certain.test(folded(sentence.slice(from, at + text.length)));
}

/** Words before the recipient's own role: "as CTO", "promoted to CFO". */
const beforeOwnRole = new RegExp(
  `(?:^|[^a-z])(?:${phrases.beforeOwnRole.join('|')}) (?:a |an |the |new |neue[rn]? |nouve\\w+ |nuev[oa] |nuov[oa] )?$`,
);

/** True for a role that the words before it give to a reader: "as CTO". */
function isOwnRole({ kind, at }: Specific, sentence: string): boolean {
  return kind === 'title' && beforeOwnRole.test(folded(sentence.slice(0, at)));
}

/** Marks the recipient's roles. Evidence about colleagues does not support them. A name beside a role has it instead. */
function ownRoles(specifics: readonly Specific[], sentence: string): Specific[] {
  if (specifics.some(({ kind }) => kind === 'name')) return [...specifics];
  return specifics.map((one) => (isOwnRole(one, sentence) ? { ...one, isOwnRole: true } : one));
}

type Known = Evidence & { prepared: Prepared };

function judged(
  text: string,
  parts: readonly Specific[][],
  known: readonly Known[],
  person: readonly string[],
): CheckedSentence {
  const none = { quote: null, factId: null, field: null, missing: [] };
  if (parts.length === 0) return { text, verdict: 'neutral', ...none };
  const judgments = parts.map((part) => judgedPart(part, known, person));
  const missing = judgments.flatMap((judgment) => judgment.missing.map((one) => one.text));
  if (missing.length > 0) return { text, verdict: 'unsupported', ...none, missing: [...new Set(missing)] };
  const source = judgments.find(({ best }) => best?.factId)?.best ?? judgments[0]!.best;
  const { quote = null, factId = null, field = null } = source ?? {};
  return { text, verdict: 'supported', quote, factId, field, missing: [] };
}

/** One statement is supported by one fact, together with the fields of the records. */
function judgedPart(
  part: readonly Specific[],
  all: readonly Known[],
  person: readonly string[],
): { missing: Specific[]; best: Known | undefined } {
  const isOwnRole = part.some((one) => one.isOwnRole);
  const known = isOwnRole ? all.filter((each) => each.field !== null || isAbout(each, person)) : all;
  const fields = known.filter(({ field }) => field !== null);
  const facts = known.filter(({ factId }) => factId !== null);
  const open = part.filter((one) => !fields.some((field) => isIn(one, field.prepared)));
  if (open.length === 0) return { missing: [], best: bestOf(part, [...facts, ...fields]) };
  const best = bestOf(open, facts);
  return { missing: open.filter((one) => best === undefined || !isIn(one, best.prepared)), best };
}

function isAbout({ prepared: { plain } }: Known, person: readonly string[]): boolean {
  return person.some((name) => plain.includes(name));
}

/** Kinds that make a statement of their own. A date or a number belongs to the statement beside it. */
const stating = ['event', 'superlative', 'title', 'round'];

/** Specifics by the clause that states them, so that two facts can support two halves of a sentence. */
function partsOf(specifics: readonly Specific[], zones: readonly Zone[]): Specific[][] {
  const zoneOf = ({ at }: Specific) => zones.findIndex(({ from, to }) => at >= from && at < to);
  const parts: Specific[][] = [];
  for (const part of Map.groupBy(specifics, zoneOf).values()) {
    const last = parts.at(-1);
    const isWhole = (one: readonly Specific[]) => one.some(({ kind }) => stating.includes(kind));
    if (last !== undefined && !(isWhole(part) && isWhole(last))) last.push(...part);
    else parts.push(part);
  }
  return parts;
}

function bestOf(specifics: readonly Specific[], known: readonly Known[]): Known | undefined {
  const counts = known.map((each) => specifics.filter((one) => isIn(one, each.prepared)).length);
  const most = Math.max(0, ...counts);
  return most === 0 ? undefined : known[counts.indexOf(most)];
}
