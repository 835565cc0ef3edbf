import { returnDateOf } from './dates/return-date.ts';
import { weighReading } from './learned/weigh-reading.ts';
import { isAutoReply, isTextBounce } from './machine-mail.ts';
import type { MailHeaders } from './mail-headers.ts';
import { readByRules, sure } from './read-by-rules.ts';
import type { ReplyClass } from './reply-classes.ts';
import { newestText } from './text/newest-text.ts';
import { plainReplyOf } from './text/plain-reply.ts';
import { replyWords } from './text/reply-words.ts';
import type { Wish } from './wishes/wish.ts';

export interface ReceivedReply {
  headers: MailHeaders;
  subject: string;
  text: string;
  /** The text of the message that it answers: its lines are not the correspondent's. */
  original?: string;
}

export interface ReplyReading {
  class: ReplyClass;
  /** 0 to 1. */
  confidence: number;
  returnDate: Date | null;
  /** Whether its author wishes to be left alone: `doubtful` stops, and a person is asked. */
  wish: Wish;
  /** The words that decided. */
  evidence: string | null;
}

/** The confidence in what the words have said against the rules. */
const weak = 0.55;

/** What a reply means, by rules and learned words. Bounces and complaints with a machine-readable part are recognized before. */
export function readReply(reply: ReceivedReply, now: Date): ReplyReading {
  const { headers, subject } = reply;
  if (isTextBounce(headers, subject, reply.text)) {
    return { class: 'bounce', confidence: sure, evidence: subject, returnDate: null, wish: 'none' };
  }
  const newest = newestText(reply.text, reply.original);
  const plain = plainReplyOf(subject, newest, now);
  const isMachine = isAutoReply(headers, subject);
  const read = readByRules(plain, isMachine);
  const words = replyWords(subject, newest);
  const weighed = weighReading(read, words, { hasReturn: plain.hasReturn, isMachine });
  const isOfRules = weighed.class === read.class;
  return {
    ...weighed,
    confidence: isOfRules ? read.confidence : weak,
    evidence: isOfRules ? read.evidence : words,
    returnDate: weighed.class === 'out_of_office' ? returnDateOf(`${subject}\n\n${newest}`, now) : null,
  };
}
