import type { ReplyClass, Wish } from './reply-classes.ts';
import { isWishDenied, signsOf } from './rule-signs.ts';
import type { RuleName } from './rules/language-rules.ts';
import { firstMatch, matchRule } from './rules/rule-set.ts';
import type { PlainReply } from './text/plain-reply.ts';
import { readWish } from './wishes/wish.ts';

interface Found {
  class: ReplyClass;
  /** 0 to 1. */
  confidence: number;
  /** The words that decided. */
  evidence: string | null;
}
/** What the rules have heard, before the words are weighed. */
export interface RuleReading extends Found {
  wish: Wish;
  /** Something else than a wish is said in a wish's words. */
  isDenied: boolean;
  /** What spoke for or against it. */
  signs: string[];
}

export const sure = 0.9;
const likely = 0.75;
/** A price is asked for in few words, which say little else. */
const priceLikely = 0.85;
const weak = 0.55;

/** `isMachine`: a program says that it wrote this. */
export function readByRules(plain: PlainReply, isMachine: boolean): RuleReading {
  const wished = isMachine ? noWish : readWish(plain.sentences, plain.clauses, plain.plainSubject);
  const other = isMachine ? machineReading(plain.sentences, plain.plainSubject) : otherReading(plain);
  const isElsewhere = wished.wish === 'clear' && asksForAnotherWay(plain.clauses);
  const isWish = wished.wish === 'clear' && other.class !== 'auto_reply' && !isElsewhere;
  const heard = wished.isComplaint ? 'complaint' : isWish ? 'unsubscribe' : null;
  const decided = heard === null ? other : found(heard, sure, wished.evidence);
  const wish = heard === null && wished.wish === 'clear' ? 'doubtful' : wished.wish;
  const isDenied = isWishDenied(plain, wished.wish !== 'none');
  const signs = [
    ...signsOf(plain).map((sign) => `#${sign}`),
    ...(isDenied ? ['#denied'] : []),
    ...(isElsewhere ? ['#elsewhere'] : []),
    `#is ${decided.class}`,
    `#is ${decided.class} ${decided.confidence}`,
    `#else ${other.class}`,
    `#wish ${wish}`,
  ];
  return { ...decided, wish, signs, isDenied };
}
const noWish = { wish: 'none', isComplaint: false, evidence: null } as const;

function found(replyClass: ReplyClass, confidence: number, evidence: string | null): Found {
  return { class: replyClass, confidence, evidence };
}

function machineReading(sentences: string[], subject: string): Found {
  const left = firstMatch('leftCompany', sentences);
  if (left !== null) return found('left_company', sure, left);
  const absent = firstMatch('absent', [subject, ...sentences]);
  return absent === null ? found('auto_reply', sure, null) : found('out_of_office', sure, absent);
}

/** In this order the first match decides: what ends or moves the sequence before what a person reads anyway. */
const order: { rule: RuleName; class: ReplyClass; confidence: number }[] = [
  { rule: 'leftCompany', class: 'left_company', confidence: sure },
  { rule: 'referral', class: 'referral', confidence: likely },
  { rule: 'choseAnother', class: 'not_interested', confidence: likely },
  { rule: 'wrongPerson', class: 'wrong_person', confidence: likely },
  { rule: 'notNow', class: 'not_now', confidence: likely },
  { rule: 'notInterested', class: 'not_interested', confidence: likely },
  { rule: 'eager', class: 'interested', confidence: sure },
  { rule: 'meeting', class: 'meeting_request', confidence: likely },
  { rule: 'interested', class: 'interested', confidence: likely },
  { rule: 'price', class: 'question', confidence: priceLikely },
  { rule: 'question', class: 'question', confidence: weak },
];

function otherReading(plain: PlainReply): Found {
  const { sentences, clauses, plainSubject, hasReturn, isForwarded, isPersonNamed } = plain;
  if (automaticEvidence(sentences, plainSubject) !== null) return machineReading(sentences, plainSubject);
  const hits = new Map(order.map(({ rule }) => [rule, firstMatch(rule, sentences)]));
  // "I am not responsible for it" names nobody; with an address beside it, it does.
  const ofOthers = [...sentences, ...clauses].filter((plain) => {
    return matchRule('wrongPerson', plain) === null && matchRule('offCopy', plain) === null;
  });
  const isAddressNamed = hits.get('wrongPerson') !== null && sentences.some((plain) => plain.includes('emailaddress'));
  hits.set('referral', firstMatch('referral', ofOthers) ?? (isAddressNamed ? 'emailaddress' : null));
  const absent = firstMatch('absent', sentences);
  const hasPlan = [...hits].some(([rule, hit]) => hit !== null && !asking.includes(rule));
  if (absent !== null && hits.get('leftCompany') === null && (!hasPlan || hasReturn)) {
    return found('out_of_office', hasReturn && !hasPlan ? sure : likely, absent);
  }
  const unread = firstMatch('unread', sentences);
  if (unread !== null && hasReturn) return found('out_of_office', hasPlan ? likely : sure, unread);
  if (isPersonNamed && hits.get('leftCompany') === null) return found('referral', sure, plainSubject);
  if (isForwarded && !isNo(hits)) return found('referral', likely, plainSubject);
  for (const { rule, class: replyClass, confidence } of order) {
    const hit = hits.get(rule);
    if (hit) return found(replyClass, confidence, hit);
  }
  return found('unclassified', 0, null);
}

function isNo(hits: Map<RuleName, string | null>): boolean {
  return order.some(({ rule }) => noes.includes(rule) && hits.get(rule) !== null);
}
const noes: readonly RuleName[] = ['leftCompany', 'choseAnother', 'wrongPerson', 'notNow', 'notInterested'];

const asking: readonly RuleName[] = ['question', 'price', 'referral'];

/** "Do not write to me, call me tomorrow" is no wish to be left alone. */
function asksForAnotherWay(clauses: string[]): boolean {
  const parts = clauses.flatMap((plain) => plain.split(/ (?:and|und|et|y|e|en|i|but|aber|mais|pero|ma|maar|mas|ale) /));
  const others = parts.filter((plain) => matchRule('wish', plain) === null && matchRule('negation', plain) === null);
  return firstMatch('notInterested', others) === null && firstMatch('meeting', others) !== null;
}

/** Two signs of a program, a receipt, or its subject: people do write "thanks for your message" as well. */
function automaticEvidence(sentences: string[], subject: string): string | null {
  const signs = sentences.map((sentence) => matchRule('automatic', sentence)).filter((sign) => sign !== null);
  const inSubject = matchRule('automatic', subject);
  const receipt = firstMatch('receipt', sentences);
  if (receipt !== null) return receipt;
  if (signs.length >= 2 || (inSubject !== null && signs.length > 0)) return signs[0]!;
  return inSubject;
}
