import { cutText } from '@outbound/node-service/text/cut-text';
import { type FaultCause, type FaultOwner, type FaultPhase, factsOfCause } from './fault-cause.ts';
import type { RefusalRule } from './refusal-rule.ts';
import { refusalRules } from './refusal-rules.ts';

/** One refusal as it came over the wire. */
export interface Refusal {
  phase: FaultPhase;
  /** SMTP answer; 0: the connection failed and nothing was answered. */
  code: number;
  text: string;
  /** RFC 3463, e.g. 5.1.1; without it the one at the start of the text counts. */
  enhanced?: string | null;
  /** What the same mailbox met just before, the newest last. */
  recent?: readonly RecentRefusal[];
}

/** What is kept of earlier refusals, to see that one answer comes again and again. */
export interface RecentRefusal {
  /** The answer without what changes from one to the next: addresses, ids, numbers. */
  signature: string;
  recipientDomain: string;
}

export interface Fault {
  owner: FaultOwner;
  cause: FaultCause;
  action: string;
  /** Whether this message is over; otherwise it waits. */
  ends: boolean;
  /** Whether the address is written to no more. */
  suppresses: boolean;
}

/** So many people in a row, refused with the same words, are not each at fault. */
const sameRefusalsMax = 3;
const signatureLengthMax = 120;

/** Says whose fault a refusal is, by the table of real answers and by repetition. */
export function ownerOfFault(refusal: Refusal): Fault {
  const cause = isRepeated(refusal) ? 'many_refusals' : causeOf(refusal);
  const { owner, action, suppresses = false } = factsOfCause(cause);
  return { owner, cause, action, ends: owner === 'person' || owner === 'message', suppresses };
}

/** What stays the same when a server gives one answer to different people. */
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
 * The same permanent refusal for people of different companies, one after the other. That a user is unknown may well
 * come often in a bad list of one company: there the answers differ, or name the user. A text that is refused again and
 * again would be refused to all the others as well.
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
