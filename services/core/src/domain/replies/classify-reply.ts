import { returnDateOf } from './dates/return-date.ts';
import { isDeadMailbox } from './dead-mailbox.ts';
import { classLikelihoods } from './learned/class-likelihoods.ts';
import { isWishOfProgram, weighReading } from './learned/weigh-reading.ts';
import { isAutoReply, isTextBounce } from './machine-mail.ts';
import type { MailHeaders } from './mail-headers.ts';
import { type MailContext, unknownContext } from './mail-sender.ts';
import { type RuleReading, readByRules, readProgramAsPerson, sure } from './read-by-rules.ts';
import type { Guess, ReplyClass, Wish } from './reply-classes.ts';
import { newestText } from './text/newest-text.ts';
import { plainReplyOf } from './text/plain-reply.ts';
import { isAnswer, isSubjectOfThread, replyWords } from './text/reply-words.ts';
import { sentencesOf } from './text/sentences.ts';

export interface ReceivedReply {
  headers: MailHeaders;
  subject: string;
  text: string;
  /** Text of the message being replied to. Its lines are not the correspondent's. */
  original?: string;
  context?: MailContext;
}

export interface ReplyReading {
  class: ReplyClass;
  /** 0 to 1. */
  confidence: number;
  returnDate: Date | null;
  /** The author's opt-out. `doubtful` stops the sequence and asks a person. */
  wish: Wish;
  /** The two likeliest classes of an unclear reply. Otherwise empty. */
  guesses: Guess[];
}

/**
 * Classifies a reply by learned words and the findings of the rules. Bounces and complaints with a machine-readable part
 * are recognized earlier.
 */
export function readReply(reply: ReceivedReply, now: Date): ReplyReading {
  const { headers, context = unknownContext } = reply;
  if (isTextBounce(headers, reply.subject, reply.text, context)) {
    return { class: 'bounce', confidence: sure, returnDate: null, wish: 'none', guesses: [] };
  }
  const newest = newestText(reply.text, reply.original);
  const subject = ownSubject(reply.subject, context);
  const plain = plainReplyOf(subject, newest, now);
  const isMachine = isAutoReply(headers, reply.subject, context);
  const words = replyWords(subject, newest);
  const weigh = (read: RuleReading) => classLikelihoods(words, read.signs);
  const byRules = readByRules(plain, isMachine);
  const reading = weighReading(byRules, weigh(byRules), { hasReturn: plain.hasReturn, isMachine });
  // A program may forward a person's reply or its owner's standing opt-out, so a person is asked.
  const asPerson = isMachine ? readProgramAsPerson(plain) : null;
  const wish = asPerson !== null && isWishOfProgram(asPerson, weigh(asPerson)) ? 'doubtful' : reading.wish;
  if (isMachine && isDeadMailbox(sentencesOf(newest))) {
    return { class: 'left_company', confidence: sure, returnDate: null, wish, guesses: [] };
  }
  const returnDate = reading.class === 'out_of_office' ? returnDateOf(`${subject}\n\n${newest}`, now) : null;
  return { ...reading, wish, returnDate };
}

/** If the subject only repeats ours, just the "Re:" is the correspondent's. */
function ownSubject(subject: string, context: MailContext): string {
  return isAnswer(subject) && isSubjectOfThread(subject, context.subject) ? 'Re:' : subject;
}
