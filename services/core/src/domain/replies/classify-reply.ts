import { returnDateOf } from './dates/return-date.ts';
import { isDeadMailbox } from './dead-mailbox.ts';
import { isWishOfProgram, weighReading } from './learned/weigh-reading.ts';
import { isAutoReply, isTextBounce } from './machine-mail.ts';
import type { MailHeaders } from './mail-headers.ts';
import { type MailContext, unknownContext } from './mail-sender.ts';
import { readByRules, readProgramAsPerson, sure } from './read-by-rules.ts';
import type { ReplyClass, Wish } from './reply-classes.ts';
import { newestText } from './text/newest-text.ts';
import { type PlainReply, plainReplyOf } from './text/plain-reply.ts';
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
  /** Words that decided the class. */
  evidence: string | null;
}

/** Confidence if learned words override the rules. */
const weak = 0.55;

/**
 * Classifies a reply by rules and learned words. Bounces and complaints with a machine-readable part are recognized
 * earlier.
 */
export function readReply(reply: ReceivedReply, now: Date): ReplyReading {
  const { headers, context = unknownContext } = reply;
  if (isTextBounce(headers, reply.subject, reply.text, context)) {
    return { class: 'bounce', confidence: sure, evidence: reply.subject, returnDate: null, wish: 'none' };
  }
  const newest = newestText(reply.text, reply.original);
  const subject = ownSubject(reply.subject, context);
  const plain = plainReplyOf(subject, newest, now);
  const isMachine = isAutoReply(headers, reply.subject, context);
  const words = replyWords(subject, newest);
  const reading = readAs(isMachine, plain, words);
  // A program may forward a person's reply or its owner's standing opt-out, so a person is asked.
  const wish = isMachine && isWishOfProgram(readProgramAsPerson(plain), words) ? 'doubtful' : reading.wish;
  if (isMachine && isDeadMailbox(sentencesOf(newest))) {
    return { class: 'left_company', confidence: sure, evidence: newest, returnDate: null, wish };
  }
  const returnDate = reading.class === 'out_of_office' ? returnDateOf(`${subject}\n\n${newest}`, now) : null;
  return { ...reading, wish, returnDate };
}

/** Classifies the same words as a program's or a person's. */
function readAs(isMachine: boolean, plain: PlainReply, words: string): Omit<ReplyReading, 'returnDate'> {
  const read = readByRules(plain, isMachine);
  const weighed = weighReading(read, words, { hasReturn: plain.hasReturn, isMachine });
  const isOfRules = weighed.class === read.class;
  const by = isOfRules ? read : { confidence: weak, evidence: words };
  return { ...weighed, confidence: by.confidence, evidence: by.evidence };
}

/** If the subject only repeats ours, just the "Re:" is the correspondent's. */
function ownSubject(subject: string, context: MailContext): string {
  return isAnswer(subject) && isSubjectOfThread(subject, context.subject) ? 'Re:' : subject;
}
