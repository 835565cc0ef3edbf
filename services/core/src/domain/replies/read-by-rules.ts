import type { ReplyClass, Wish } from './reply-classes.ts';
import { isWishDenied, signsOf } from './rule-signs.ts';
import type { RuleName } from './rules/language-rules.ts';
import { firstMatch, matchRule } from './rules/rule-set.ts';
import type { PlainReply } from './text/plain-reply.ts';
import { readWish, type WishReading } from './wishes/wish.ts';

interface Found {
  class: ReplyClass;
  /** 0 to 1. */
  confidence: number;
  /** Words that decided the class. */
  evidence: string | null;
}
/** Result of the rules, before the words are weighed. */
export interface RuleReading extends Found {
  wish: Wish;
  /** True if the words of an opt-out are used for something else. */
  isDenied: boolean;
  /** Signs for or against the class. */
  signs: string[];
}

export const sure = 0.9;
const likely = 0.75;
/** Confidence in a short price question with few other words. */
const priceLikely = 0.85;
const weak = 0.55;

/** `isMachine`: the mail is marked as automatic. */
export function readByRules(plain: PlainReply, isMachine: boolean): RuleReading {
  const wished = isMachine ? noWish : readWish(plain.sentences, plain.clauses, plain.plainSubject);
  return conclude(plain, wished, isMachine ? machineReading(plain.sentences, plain.plainSubject) : otherReading(plain));
}

/** The words of a program as if a person had written them: that a program sent them says nothing against a wish. */
export function readProgramAsPerson(plain: PlainReply): RuleReading {
  return conclude(plain, readWish(plain.sentences, plain.clauses, plain.plainSubject), readingOfPerson(plain));
}

function conclude(plain: PlainReply, wished: WishReading, other: Found): RuleReading {
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

/** The first match decides. Classes that end or redirect the sequence come before those that a person reads anyway. */
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
  const { sentences, plainSubject } = plain;
  const isAutomatic = automaticEvidence(sentences, plainSubject) !== null;
  return isAutomatic ? machineReading(sentences, plainSubject) : readingOfPerson(plain);
}

function readingOfPerson(plain: PlainReply): Found {
  const { sentences, clauses, plainSubject, hasReturn, isForwarded, isPersonNamed } = plain;
  const hits = new Map(order.map(({ rule }) => [rule, firstMatch(rule, sentences)]));
  // "I am not responsible for it" names no one, unless an email address appears too.
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

/** "Do not write to me, call me tomorrow" is not an opt-out. */
function asksForAnotherWay(clauses: string[]): boolean {
  const parts = clauses.flatMap((plain) => plain.split(/ (?:and|und|et|y|e|en|i|but|aber|mais|pero|ma|maar|mas|ale) /));
  const others = parts.filter((plain) => matchRule('wish', plain) === null && matchRule('negation', plain) === null);
  return firstMatch('notInterested', others) === null && firstMatch('meeting', others) !== null;
}

/**
 * Needs two signs of automatic mail, a receipt, or an automatic subject, because people also write "thanks for your
 * message".
 */
function automaticEvidence(sentences: string[], subject: string): string | null {
  const signs = sentences.map((sentence) => matchRule('automatic', sentence)).filter((sign) => sign !== null);
  const inSubject = matchRule('automatic', subject);
  const receipt = firstMatch('receipt', sentences);
  if (receipt !== null) return receipt;
  if (signs.length >= 2 || (inSubject !== null && signs.length > 0)) return signs[0]!;
  return inSubject;
}
