import { returnDateOf } from './dates/return-date.ts';
import { isAutoReply, isTextBounce } from './machine-mail.ts';
import type { MailHeaders } from './mail-headers.ts';
import type { ReplyClass } from './reply-classes.ts';
import { matchRule } from './rule-set.ts';
import type { RuleName } from './rules/language-rules.ts';
import { languagesOf } from './text/languages.ts';
import { newestText } from './text/newest-text.ts';
import { plainWords } from './text/plain-words.ts';
import { plainSubjectOf, replyWords } from './text/reply-words.ts';
import { sentencesOf } from './text/sentences.ts';
import { wishLikelihood } from './wishes/learned-wish.ts';
import { readWish, type Wish } from './wishes/wish.ts';

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

const sure = 0.9;
const likely = 0.75;
const weak = 0.55;
/** From here on what no rule heard is taken for a wish, and a person is asked before anybody is suppressed; later where a rule heard something else. */
const wishAlone = 0.5;
const wishAgainstRules = 0.75;

/** What a reply means, by rules alone. Bounces and complaints with a machine-readable part are recognized before. */
export function readReply(reply: ReceivedReply, now: Date): ReplyReading {
  const { headers, subject } = reply;
  const text = newestText(reply.text, reply.original);
  const found = (replyClass: ReplyClass, confidence: number, evidence: string | null): ReplyReading => ({
    class: replyClass,
    confidence,
    evidence,
    returnDate: replyClass === 'out_of_office' ? returnDateOf(`${subject}\n\n${text}`, now) : null,
    wish: 'none',
  });
  if (isTextBounce(headers, subject, reply.text)) return found('bounce', sure, subject);
  const written = sentencesOf(text);
  const sentences = written.map(plainWords).filter((plain) => plain !== '');
  const clauses = written.flatMap((sentence) => sentence.split(/[,;:–—]\s|\s-\s/)).map(plainWords);
  const plainSubject = plainSubjectOf(subject);
  if (isAutoReply(headers, subject)) return machineReading(sentences, plainSubject, found);
  const { wish, isComplaint, evidence } = readWish(sentences, clauses, plainSubject);
  if (isComplaint) return { ...found('complaint', sure, evidence), wish: 'clear' };
  const other = otherReading({ sentences, clauses, plainSubject }, now, found);
  const isElsewhere = wish === 'clear' && asksForAnotherWay(clauses);
  if (wish === 'clear' && other.class !== 'auto_reply' && !isElsewhere) {
    return { ...found('unsubscribe', sure, evidence), wish };
  }
  const reading: ReplyReading = { ...other, wish: wish === 'clear' ? 'doubtful' : wish };
  const isHeard = reading.confidence === sure || isElsewhere || sentences.some((plain) => matchRule('noWish', plain));
  const words = replyWords(subject, reply.text, reply.original);
  if (isHeard || wishLikelihood(words) < (reading.confidence >= likely ? wishAgainstRules : wishAlone)) return reading;
  return { ...found('unsubscribe', weak, words), wish: 'doubtful' };
}

type Found = (replyClass: ReplyClass, confidence: number, evidence: string | null) => ReplyReading;

function firstMatch(name: RuleName, sentences: string[]): string | null {
  const languages = languagesOf(sentences.join(' '));
  for (const sentence of sentences) {
    const match = matchRule(name, sentence, languages);
    if (match !== null) return match;
  }
  return null;
}

function machineReading(sentences: string[], subject: string, found: Found): ReplyReading {
  const left = firstMatch('leftCompany', sentences);
  if (left !== null) return found('left_company', sure, left);
  const absent = firstMatch('absent', [subject, ...sentences]);
  return absent === null ? found('auto_reply', sure, null) : found('out_of_office', sure, absent);
}

/** In this order the first match decides: what ends or moves the sequence before what a person reads anyway. */
const order: { rule: RuleName; class: ReplyClass; confidence: number }[] = [
  { rule: 'leftCompany', class: 'left_company', confidence: sure },
  { rule: 'referral', class: 'referral', confidence: likely },
  { rule: 'wrongPerson', class: 'wrong_person', confidence: likely },
  { rule: 'notNow', class: 'not_now', confidence: likely },
  { rule: 'notInterested', class: 'not_interested', confidence: likely },
  { rule: 'meeting', class: 'meeting_request', confidence: likely },
  { rule: 'interested', class: 'interested', confidence: likely },
  { rule: 'question', class: 'question', confidence: weak },
];

interface Plain {
  sentences: string[];
  clauses: string[];
  plainSubject: string;
}

function otherReading({ sentences, clauses, plainSubject }: Plain, now: Date, found: Found): ReplyReading {
  if (automaticEvidence(sentences, plainSubject) !== null) return machineReading(sentences, plainSubject, found);
  const hits = new Map(order.map(({ rule }) => [rule, firstMatch(rule, sentences)]));
  // "I am not responsible for it" names nobody; with an address beside it, it does.
  const ofOthers = [...sentences, ...clauses].filter((plain) => matchRule('wrongPerson', plain) === null);
  const isAddressNamed = hits.get('wrongPerson') !== null && sentences.some((plain) => plain.includes('emailaddress'));
  hits.set('referral', firstMatch('referral', ofOthers) ?? (isAddressNamed ? 'emailaddress' : null));
  const absent = firstMatch('absent', sentences);
  const hasPlan = [...hits].some(([rule, hit]) => hit !== null && rule !== 'question' && rule !== 'referral');
  if (absent !== null && hits.get('leftCompany') === null && (!hasPlan || hasReturn(sentences, now))) {
    return found('out_of_office', likely, absent);
  }
  const unread = firstMatch('unread', sentences);
  if (unread !== null && hasReturn(sentences, now)) return found('out_of_office', likely, unread);
  for (const { rule, class: replyClass, confidence } of order) {
    const hit = hits.get(rule);
    if (hit) return found(replyClass, confidence, hit);
  }
  return found('unclassified', 0, null);
}

/** "Do not write to me, call me tomorrow" is no wish to be left alone. */
function asksForAnotherWay(clauses: string[]): boolean {
  const parts = clauses.flatMap((plain) => plain.split(/ (?:and|und|et|y|e|en|i|but|aber|mais|pero|ma|maar|mas|ale) /));
  const others = parts.filter((plain) => matchRule('wish', plain) === null);
  return firstMatch('notInterested', others) === null && firstMatch('meeting', others) !== null;
}

function hasReturn(sentences: string[], now: Date): boolean {
  return returnDateOf(sentences.join('. '), now) !== null;
}

/** Two signs of a program, or its subject: people do write "thanks for your message" as well. */
function automaticEvidence(sentences: string[], subject: string): string | null {
  const signs = sentences.map((sentence) => matchRule('automatic', sentence)).filter((sign) => sign !== null);
  const inSubject = matchRule('automatic', subject);
  if (signs.length >= 2 || (inSubject !== null && signs.length > 0)) return signs[0]!;
  return inSubject;
}
