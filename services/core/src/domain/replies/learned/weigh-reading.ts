import type { RuleReading } from '../read-by-rules.ts';
import { type ReplyClass, stopping, type Wish } from '../reply-classes.ts';
import { classLikelihoods } from './class-likelihoods.ts';

/**
 * From here on it is taken for a wish, by what the rules have heard of one: below it, not even a clear one suppresses anybody
 * before a person is asked. At a doubtful one a person is asked in any case.
 */
const wishMin: Record<Wish, number> = { clear: 0.5, doubtful: 0.6, none: 0.4 };

/** The same in the mail of a program, for a clear wish: there it only asks a person. */
const wishOfProgramMin = 0.15;

/** Below this the words say nothing, and what a rule heard stays. */
const likelihoodMin = 0.3;

const ofMachines: readonly ReplyClass[] = ['out_of_office', 'auto_reply', 'left_company'];

interface Circumstances {
  hasReturn: boolean;
  /** A program says that it wrote this. */
  isMachine: boolean;
}

/** True if the words that a program sends may be a person's wish, read as if a person had written them. */
export function isWishOfProgram(reading: RuleReading, words: string): boolean {
  const likelihoods = classLikelihoods(words, reading.signs);
  const wish = stopping.reduce((sum, name) => sum + (likelihoods.get(name) ?? 0), 0);
  return stopping.includes(reading.class) && wish >= wishOfProgramMin;
}

/**
 * The likeliest class by the words and by what the rules have heard. What would let the sequence go on is never taken from
 * the words alone, and neither is a clear wish; a wish that a rule has heard is doubtful at least.
 */
export function weighReading(
  reading: RuleReading,
  words: string,
  { hasReturn, isMachine }: Circumstances,
): { class: ReplyClass; wish: Wish } {
  const likelihoods = classLikelihoods(words, reading.signs);
  const of = (name: ReplyClass) => likelihoods.get(name) ?? 0;
  const wish = of('unsubscribe') + of('complaint');
  const isClear = reading.wish === 'clear';
  const isHearable = !isMachine && (isClear || !reading.isDenied);
  if (isHearable && wish >= wishMin[reading.wish]) {
    return { class: reading.class === 'complaint' ? 'complaint' : 'unsubscribe', wish: isClear ? 'clear' : 'doubtful' };
  }
  const isOpen = (name: ReplyClass) => {
    if (isMachine) return ofMachines.includes(name);
    if (name === 'out_of_office' && hasReturn) return true;
    return !ofMachines.includes(name) || name === 'left_company' || name === reading.class;
  };
  const open = [...likelihoods.keys()].filter((name) => !stopping.includes(name) && name !== 'bounce' && isOpen(name));
  const likeliest = open.reduce((best, name) => (of(name) > of(best) ? name : best));
  const isSaid = of(likeliest) >= likelihoodMin || !isOpen(reading.class) || stopping.includes(reading.class);
  return { class: isSaid ? likeliest : reading.class, wish: reading.wish === 'none' ? 'none' : 'doubtful' };
}
