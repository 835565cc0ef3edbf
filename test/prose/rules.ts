import type { Passage, PassageKind } from './passage.ts';
import { sentencesOf, wordCount } from './sentences.ts';
import { phrases, spellings, terms, type WordRule } from './words.ts';

export const ruleNames = ['opener', 'passive chain', 'long sentence', 'phrase', 'term', 'spelling'] as const;
export type RuleName = (typeof ruleNames)[number];

export interface Finding {
  file: string;
  line: number;
  rule: RuleName;
  /** The words in question, and the usual ones. */
  message: string;
}

/** Longest sentence, in words. Aim at 25. */
const sentenceWordsMax = 32;
/** Passives in one sentence before it reads as a chain. */
const passivesMax = 2;

/** A clause that takes the place of a noun. A question may begin so. */
const opener = /^["“(]?(?:What|Who|Whom|Whose|Whoever|Whatever|Whether|Of(?! course\b)) /;
const fragmentOpener = /^["“(]?(?:what|who|whom|whose|whoever|whatever|whether|of(?! course\b)) /i;
const passive = new RegExp(
  [
    String.raw`\b(?:is|are|was|were|be|been|being|gets?)\s+(?:(?:not|never|only|always|also|then|once|still|`,
    String.raw`already|again|just|first|\w+ly)\s+)*(?:\w{2,}ed|written|sent|kept|held|taken|made|given|shown|read|`,
    'found|left|put|built|done|known|seen|begun|chosen|drawn|thrown|stored|set|run|said|told|meant|lost|',
    String.raw`caught|bound)\b`,
  ].join(''),
  'g',
);

/** Test names and comments are fragments more often than sentences: a small letter does not excuse an opener. */
const fragmentKinds: readonly PassageKind[] = ['test name', 'comment'];

export function isOpener(sentence: string, kind: PassageKind): boolean {
  if (sentence.endsWith('?')) return false;
  return (fragmentKinds.includes(kind) ? fragmentOpener : opener).test(sentence);
}

/** Everything that an editor would change in a passage, as far as patterns can tell. */
export function findingsIn({ file, line, kind, text }: Passage): Finding[] {
  const sentences = sentencesOf(text);
  return [
    ...sentences.filter((sentence) => isOpener(sentence, kind)).map((found) => ['opener', start(found)] as const),
    ...sentences.flatMap((sentence) => chainIn(sentence)),
    ...sentences.flatMap((sentence) => lengthOf(sentence)),
    ...wordsIn('phrase', phrases, text, kind),
    ...wordsIn('term', terms, text, kind),
    ...wordsIn('spelling', spellings, text, kind),
  ].map(([rule, message]) => ({ file, line, rule, message }));
}

function start(sentence: string): string {
  const words = sentence.split(' ');
  return `"${words.slice(0, 8).join(' ')}${words.length > 8 ? ' …' : ''}"`;
}

function chainIn(sentence: string): (readonly [RuleName, string])[] {
  const count = [...sentence.matchAll(passive)].length;
  return count > passivesMax ? [['passive chain', `${count} passives: ${start(sentence)}`]] : [];
}

function lengthOf(sentence: string): (readonly [RuleName, string])[] {
  const words = wordCount(sentence);
  return words > sentenceWordsMax ? [['long sentence', `${words} words: ${start(sentence)}`]] : [];
}

function wordsIn(rule: RuleName, list: readonly WordRule[], text: string, kind: PassageKind) {
  return list
    .filter(({ kinds }) => kinds === undefined || kinds.includes(kind))
    .flatMap(({ pattern, write }) =>
      [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(
        ([found]) => [rule, `"${found.trim()}" → ${write}`] as const,
      ),
    );
}
