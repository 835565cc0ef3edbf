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
 * True if any part of a reply may be an opt-out or decline, in any language. Prefers false positives, for callers that
 * must never answer one. The class of a reply is decided elsewhere.
 */
export function looksLikeNo(reply: { subject: string; text: string; original?: string }): boolean {
  const text = newestText(reply.text, reply.original);
  const sentences = [reply.subject, ...sentencesOf(text)].map(plainWords);
  return sentences.some((plain) => noes.some((rule) => matchRule(rule, plain) !== null));
}
