import type { RuleReading } from '../read-by-rules.ts';
import { type ReplyClass, stopping, type Wish } from '../reply-classes.ts';
import { classLikelihoods } from './class-likelihoods.ts';

/**
 * Minimum likelihood of an opt-out, by what the rules found. Below it, even a clear request suppresses no one until a
 * person decides. A doubtful one always needs a person.
 */
const wishMin: Record<Wish, number> = { clear: 0.5, doubtful: 0.6, none: 0.4 };

/** Minimum likelihood of a clear opt-out in automatic mail, where it only asks a person. */
const wishOfProgramMin = 0.15;

/** Below this likelihood, the words are inconclusive and the class set by the rules stays. */
const likelihoodMin = 0.3;

const ofMachines: readonly ReplyClass[] = ['out_of_office', 'auto_reply', 'left_company'];

interface Circumstances {
  hasReturn: boolean;
  /** True if the mail is marked as automatic. */
  isMachine: boolean;
}

/** True if automatic mail may contain a person's opt-out. The words are read as if a person wrote them. */
export function isWishOfProgram(reading: RuleReading, words: string): boolean {
  const likelihoods = classLikelihoods(words, reading.signs);
  const wish = stopping.reduce((sum, name) => sum + (likelihoods.get(name) ?? 0), 0);
  return stopping.includes(reading.class) && wish >= wishOfProgramMin;
}

/**
 * Likeliest class by the words and the rules. The words alone never produce a class that lets the sequence continue, or
 * a clear opt-out. An opt-out found by a rule stays at least doubtful.
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
