import { languageNames, languagesOf } from '../../text/languages.ts';
import { compilePhrases } from '../text/phrases.ts';
import { TypingErrors } from '../text/typing-errors.ts';
import deRules from './de.json' with { type: 'json' };
import enRules from './en.json' with { type: 'json' };
import esRules from './es.json' with { type: 'json' };
import frRules from './fr.json' with { type: 'json' };
import itRules from './it.json' with { type: 'json' };
import type { LanguageRules, RuleName } from './language-rules.ts';
import nlRules from './nl.json' with { type: 'json' };
import plRules from './pl.json' with { type: 'json' };
import ptRules from './pt.json' with { type: 'json' };
import {
  brokenLinkPatterns,
  choseAnotherPatterns,
  complaintPatterns,
  eagerPatterns,
  negationPatterns,
  notMailPatterns,
  noWishPatterns,
  ofContactPatterns,
  offCopyPatterns,
  ofMailPatterns,
  otherPatterns,
  pricePatterns,
  receiptPatterns,
  unreadPatterns,
  wishAlonePatterns,
  wishPatterns,
  wishPatternsAcross,
  wishPerhapsPatterns,
  writeToOthersPatterns,
} from './wish-patterns.ts';

const rulesOf: Record<string, LanguageRules> = {
  de: deRules,
  en: enRules,
  es: esRules,
  fr: frRules,
  it: itRules,
  nl: nlRules,
  pl: plRules,
  pt: ptRules,
};

const compiled = new Map<string, RegExp | null>();

/** Expression of one rule in one language. Null if the language has no such phrases. */
function expressionOf(name: RuleName, language: string): RegExp | null {
  const key = `${name} ${language}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const rules = rulesOf[language]!;
  const phrases = phrasesOf(name, rules);
  const expression = compilePhrases(phrases, rules.words);
  compiled.set(key, expression);
  return expression;
}

function phrasesOf(name: RuleName, rules: LanguageRules): string[] {
  if (name === 'wishAlone') return [`^ (${[...rules[name], ...wishAlonePatterns].join('|')}) $`];
  if (name === 'wishAcross') return wishPatternsAcross;
  if (name === 'noWishBuilt') return noWishPatterns;
  if (name === 'complaint') return [...rules[name], ...complaintPatterns];
  if (name === 'writeToOthers') return writeToOthersPatterns;
  if (name === 'unread') return unreadPatterns;
  if (name === 'brokenLink') return brokenLinkPatterns;
  if (name === 'choseAnother') return choseAnotherPatterns;
  if (name === 'notMail') return notMailPatterns;
  if (name === 'ofMail') return ofMailPatterns;
  if (name === 'ofContact') return ofContactPatterns;
  if (name === 'eager') return eagerPatterns;
  if (name === 'offCopy') return offCopyPatterns;
  if (name === 'receipt') return receiptPatterns;
  if (name === 'price') return pricePatterns;
  if (name === 'negation') return negationPatterns;
  if (name === 'wishPerhaps') return [...rules[name], ...wishPerhapsPatterns];
  if (name === 'wish') return [...rules[name], ...wishPatterns];
  return [...rules[name], ...(otherPatterns[name] ?? [])];
}

/** Part of a sentence's plain words that matches the rule in one of the languages (any by default), or null. */
export function matchRule(name: RuleName, plain: string, languages: readonly string[] = languageNames): string | null {
  for (const language of languages) {
    const match = expressionOf(name, language)?.exec(plain);
    if (match) return match[0];
  }
  return null;
}

/** Match in the first matching sentence, in the languages detected for all sentences. */
export function firstMatch(name: RuleName, sentences: string[]): string | null {
  const languages = languagesOf(sentences.join(' '));
  for (const sentence of sentences) {
    const match = matchRule(name, sentence, languages);
    if (match !== null) return match;
  }
  return null;
}

let typingErrors: TypingErrors | null = null;

/** Plain words, with typing errors corrected to words of the rules. */
export function mendTypingErrors(plain: string): string {
  typingErrors ??= new TypingErrors(ruleWords());
  return typingErrors.mend(plain);
}

/** All whole words that appear in the rules. */
function* ruleWords(): Iterable<string> {
  for (const { words, ...rules } of Object.values(rulesOf)) {
    for (const phrase of [...Object.values(words), ...Object.values(rules).flat()])
      yield* phrase.split(/[^a-z0-9*{}]+/);
  }
}
