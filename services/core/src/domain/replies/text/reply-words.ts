import { plainWords } from '../../text/plain-words.ts';
import { sentencesOf } from './sentences.ts';

const answered = /^(\s*(re|aw|sv|antw|odp|r|rif|res|fwd?|wg|tr)\s*:\s*)+/i;

/** The plain words of a subject without its "Re:". */
export function plainSubjectOf(subject: string): string {
  return plainWords(subject.replace(answered, ''));
}

/** All that a correspondent has newly written, as plain words: the subject of an answer is not theirs. */
export function replyWords(subject: string, newest: string): string {
  const own = answered.test(subject) ? [] : [plainWords(subject)];
  return [...own, ...sentencesOf(newest).map(plainWords)].filter(Boolean).join(' ');
}
