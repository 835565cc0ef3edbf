import { plainWords } from '../../text/plain-words.ts';
import { returnDateOf } from '../dates/return-date.ts';
import { turnsToNamed } from './named-person.ts';
import { plainSubjectOf } from './reply-words.ts';
import { sentencesOf, withoutGreeting } from './sentences.ts';

/** A correspondent's new text as plain words, with facts detected in it. */
export interface PlainReply {
  sentences: string[];
  clauses: string[];
  plainSubject: string;
  /** True if a return date is named. */
  hasReturn: boolean;
  isForwarded: boolean;
  /** True if the reply refers to a person by name. */
  isPersonNamed: boolean;
}

/** Subject prefixes of mail forwarded to a colleague with the sender in copy. */
const forwarded = /^\s*(fwd?|wg|tr|rv|i|enc|pd|doorst)\s*:/i;

/** A quotation is not a request: someone may ask what happens if a person replies "remove me". */
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
