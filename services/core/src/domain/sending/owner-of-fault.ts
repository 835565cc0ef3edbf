import { cutText } from '@outbound/node-service/text/cut-text';
import { type FaultCause, type FaultOwner, type FaultPhase, factsOfCause } from './fault-cause.ts';
import type { RefusalRule } from './refusal-rule.ts';
import { refusalRules } from './refusal-rules.ts';

/** One rejection as received from the server. */
export interface Refusal {
  phase: FaultPhase;
  /** SMTP reply code. 0: the connection failed without a reply. */
  code: number;
  text: string;
  /** RFC 3463 code, such as 5.1.1. If absent, the one at the start of the text counts. */
  enhanced?: string | null;
  /** Preceding rejections of the same mailbox, newest last. */
  recent?: readonly RecentRefusal[];
}

/** Stored facts about earlier rejections, to detect a repeated response. */
export interface RecentRefusal {
  /** Response without variable parts: addresses, IDs, numbers. */
  signature: string;
  recipientDomain: string;
}

export interface Fault {
  owner: FaultOwner;
  cause: FaultCause;
  action: string;
  /** True if the message fails permanently. Otherwise it stays queued. */
  ends: boolean;
  /** True if the address must not be emailed again. */
  suppresses: boolean;
}

/** If this many people in a row are rejected with the same words, they are not each at fault. */
const sameRefusalsMax = 3;
const signatureLengthMax = 120;

/** Determines the owner of a fault, from the table of real responses and from repetition. */
export function ownerOfFault(refusal: Refusal): Fault {
  const cause = isRepeated(refusal) ? 'many_refusals' : causeOf(refusal);
  const { owner, action, suppresses = false } = factsOfCause(cause);
  return { owner, cause, action, ends: owner === 'person' || owner === 'message', suppresses };
}

/** Constant part of a response that a server gives for different people. */
export function signatureOf({ code, text }: Pick<Refusal, 'code' | 'text'>): string {
  const words = text
    .toLowerCase()
    .replace(/<?[^\s<>]+@[^\s<>]+>?/g, '@')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\b(?=\w*\d)[\w-]{6,}(\.[\w-]+)*\b/g, '#')
    .replace(/\d+/g, '0');
  return cutText(`${code} ${words}`, signatureLengthMax);
}

export function enhancedCodeIn(text: string): string | null {
  return /\b[245]\.\d{1,3}\.\d{1,3}\b(?![.\d])/.exec(text)?.[0] ?? null;
}

function causeOf(refusal: Refusal): FaultCause {
  const enhanced = refusal.enhanced ?? enhancedCodeIn(refusal.text) ?? '';
  const digit = refusal.code > 0 ? Math.floor(refusal.code / 100) : Number(enhanced[0] ?? 0);
  const seen = { ...refusal, enhanced, digit, text: `${enhanced} ${refusal.text.replaceAll('’', "'")}` };
  return refusalRules.find((rule) => fits(rule, seen))?.cause ?? 'temporary_refusal';
}

function fits(
  rule: RefusalRule,
  seen: { phase: FaultPhase; code: number; digit: number; enhanced: string; text: string },
) {
  if (rule.phases && !rule.phases.includes(seen.phase)) return false;
  if (rule.digit && rule.digit !== seen.digit) return false;
  if (rule.codes && !rule.codes.includes(seen.code)) return false;
  if (rule.enhanced && !rule.enhanced.test(seen.enhanced)) return false;
  return !rule.text || rule.text.test(seen.text);
}

/**
 * True for the same permanent rejection of several people in a row. Clear words for an unknown user do not count,
 * because a bad list can contain many such users. A text that is rejected repeatedly would be rejected for everyone
 * else too.
 */
function isRepeated(refusal: Refusal): boolean {
  if (refusal.phase === 'report' || refusal.code < 500) return false;
  const { owner } = factsOfCause(causeOf(refusal));
  if (owner !== 'message' && (owner !== 'person' || hasClearWords(refusal.text))) return false;
  const signature = signatureOf(refusal);
  const last = (refusal.recent ?? []).slice(1 - sameRefusalsMax);
  const isSame = last.length === sameRefusalsMax - 1 && last.every((earlier) => earlier.signature === signature);
  return isSame;
}

const clearWords = new RegExp(
  [
    "(no such|unknown|does(n't| not) exist|not found|invalid)[^.]{0,20}(user|recipient|mailbox|address|",
    "account)|(user|recipient|mailbox|address|account)[^.]{0,40}(unknown|does(n't| not) exist|not found|",
    'invalid)',
  ].join(''),
  'i',
);

function hasClearWords(text: string): boolean {
  return clearWords.test(text);
}
