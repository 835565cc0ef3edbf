import { plainWords } from '../../text/plain-words.ts';
import { returnDateOf } from '../dates/return-date.ts';
import { turnsToNamed } from './named-person.ts';
import { plainSubjectOf } from './reply-words.ts';
import { sentencesOf, withoutGreeting } from './sentences.ts';

/** What a correspondent has newly written, as plain words, and what shows in it at once. */
export interface PlainReply {
  sentences: string[];
  clauses: string[];
  plainSubject: string;
  /** A day is named. */
  hasReturn: boolean;
  isForwarded: boolean;
  /** They tell to turn to somebody by name. */
  isPersonNamed: boolean;
}

/** Handed on to a colleague with the sender in copy. */
const forwarded = /^\s*(fwd?|wg|tr|rv|i|enc|pd|doorst)\s*:/i;

/** Who asks what happens when somebody answers "remove me" does not say so. */
const quoted = /[“„"«»][^“”„"«»\n]{1,80}[”“"«»]/g;

export function plainReplyOf(subject: string, newest: string, now: Date): PlainReply {
  const written = sentencesOf(newest.includes('?') ? newest.replace(quoted, ' … ') : newest).map(withoutGreeting);
  return {
    sentences: written.map(plainWords).filter((plain) => plain !== ''),
    clauses: written.flatMap((sentence) => sentence.split(/[,;:–—]\s|\s-\s/)).map(plainWords),
    plainSubject: plainSubjectOf(subject),
    hasReturn: returnDateOf(newest, now) !== null,
    isForwarded: forwarded.test(subject),
    isPersonNamed: written.some(turnsToNamed),
  };
}
