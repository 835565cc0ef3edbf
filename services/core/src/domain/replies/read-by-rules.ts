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
}
/** Result of the rules, before the words are weighed. */
export interface RuleReading extends Found {
  wish: Wish;
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
  const decided = heard === null ? other : found(heard, sure);
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
  return { ...decided, wish, signs };
}
const noWish = { wish: 'none', isComplaint: false } as const;

function found(replyClass: ReplyClass, confidence: number): Found {
  return { class: replyClass, confidence };
}

function machineReading(sentences: string[], subject: string): Found {
  if (isMatched('leftCompany', sentences)) return found('left_company', sure);
  return found(isMatched('absent', [subject, ...sentences]) ? 'out_of_office' : 'auto_reply', sure);
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
  return isAutomatic(sentences, plainSubject) ? machineReading(sentences, plainSubject) : readingOfPerson(plain);
}

function readingOfPerson(plain: PlainReply): Found {
  const { sentences, clauses, hasReturn, isForwarded, isPersonNamed } = plain;
  const hits = new Set(order.map(({ rule }) => rule).filter((rule) => isMatched(rule, sentences)));
  // "I am not responsible for it" names no one, unless an email address appears too.
  const ofOthers = [...sentences, ...clauses].filter((plain) => {
    return matchRule('wrongPerson', plain) === null && matchRule('offCopy', plain) === null;
  });
  const isAddressNamed = hits.has('wrongPerson') && sentences.some((plain) => plain.includes('emailaddress'));
  if (isAddressNamed || isMatched('referral', ofOthers)) hits.add('referral');
  else hits.delete('referral');
  const hasPlan = [...hits].some((rule) => !asking.includes(rule));
  if (isMatched('absent', sentences) && !hits.has('leftCompany') && (!hasPlan || hasReturn)) {
    return found('out_of_office', hasReturn && !hasPlan ? sure : likely);
  }
  if (isMatched('unread', sentences) && hasReturn) return found('out_of_office', hasPlan ? likely : sure);
  if (isPersonNamed && !hits.has('leftCompany')) return found('referral', sure);
  if (isForwarded && !noes.some((rule) => hits.has(rule))) return found('referral', likely);
  const first = order.find(({ rule }) => hits.has(rule));
  return first === undefined ? found('unclassified', 0) : found(first.class, first.confidence);
}

const noes: readonly RuleName[] = ['leftCompany', 'choseAnother', 'wrongPerson', 'notNow', 'notInterested'];

const asking: readonly RuleName[] = ['question', 'price', 'referral'];

/** "Do not write to me, call me tomorrow" is not an opt-out. */
function asksForAnotherWay(clauses: string[]): boolean {
  const parts = clauses.flatMap((plain) => plain.split(/ (?:and|und|et|y|e|en|i|but|aber|mais|pero|ma|maar|mas|ale) /));
  const others = parts.filter((plain) => matchRule('wish', plain) === null && matchRule('negation', plain) === null);
  return !isMatched('notInterested', others) && isMatched('meeting', others);
}

/**
 * Needs two signs of automatic mail, a receipt, or an automatic subject, because people also write "thanks for your
 * message".
 */
function isAutomatic(sentences: string[], subject: string): boolean {
  const signs = sentences.filter((sentence) => matchRule('automatic', sentence) !== null);
  return isMatched('receipt', sentences) || signs.length >= 2 || matchRule('automatic', subject) !== null;
}

function isMatched(rule: RuleName, sentences: string[]): boolean {
  return firstMatch(rule, sentences) !== null;
}
