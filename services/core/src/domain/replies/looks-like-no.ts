import { plainWords } from '../text/plain-words.ts';
import type { RuleName } from './rules/language-rules.ts';
import { matchRule } from './rules/rule-set.ts';
import { newestText } from './text/newest-text.ts';
import { sentencesOf } from './text/sentences.ts';

const noes: readonly RuleName[] = [
  'wish',
  'wishPerhaps',
  'wishAlone',
  'complaint',
  'notInterested',
  'notNow',
  'wrongPerson',
  'leftCompany',
];

/**
 * Whether anything in a reply may be a no, in any of the languages: sooner once too often. For what must never answer
 * one; what a reply means is decided elsewhere.
 */
export function looksLikeNo(reply: { subject: string; text: string; original?: string }): boolean {
  const text = newestText(reply.text, reply.original);
  const sentences = [reply.subject, ...sentencesOf(text)].map(plainWords);
  return sentences.some((plain) => noes.some((rule) => matchRule(rule, plain) !== null));
}
