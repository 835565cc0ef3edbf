import { stateLook } from '../../shown/states.ts';
import { waitInWords } from '../../shown/wait-words.ts';
import type { Step } from './change-steps.ts';

/** "Wait 3 days if they have not replied". Empty: no wait and no condition. */
export function stepWaitInWords(step: Step, index: number): string {
  const time = waitInWords(step);
  const wait = time !== '' ? `Wait ${time}` : index === 0 ? '' : 'Immediately';
  const condition = conditionInWords(step);
  return [wait, condition && `if ${condition}`].filter(Boolean).join(' ');
}

const operators = { is: 'is', is_not: 'is not', contains: 'contains', is_set: 'is set', is_not_set: 'is empty' };

/** Condition of a step, after "if". Empty: none. */
export function conditionInWords({ condition }: Step): string {
  if (condition === null) return '';
  const { replied, replyClasses = [], notReplyClasses = [], fields = [] } = condition;
  const named = (names: readonly string[]) => names.map((name) => stateLook(name, 'class').word).join(' or ');
  return [
    ...(replied === undefined ? [] : [replied ? 'they have replied' : 'they have not replied']),
    ...(replyClasses.length > 0 ? [`the reply is ${named(replyClasses)}`] : []),
    ...(notReplyClasses.length > 0 ? [`no reply is ${named(notReplyClasses)}`] : []),
    ...fields.map(({ field, operator, value }) => [field, operators[operator], value].filter(Boolean).join(' ')),
  ].join(' and ');
}

/** The wait and condition as the controls of its form. */
export function waitControls(step: Step) {
  const all = [
    ['days', step.waitDays],
    ['hours', step.waitHours],
    ['minutes', step.waitMinutes],
  ] as const;
  const [unit, count] = all.find(([, value]) => value > 0) ?? all[0];
  const isMixed = all.filter(([, value]) => value > 0).length > 1;
  return { unit, count, isMixed, when: whenOf(step), own: conditionInWords(step) };
}

function whenOf({ condition }: Step): string {
  if (condition === null) return 'always';
  const [only, ...others] = Object.entries(condition);
  if (only === undefined || others.length > 0) return 'same';
  const [name, value] = only;
  if (name === 'replied') return value ? 'replied' : 'not_replied';
  return name === 'replyClasses' && (value as string[]).length === 1 ? `class:${(value as string[])[0]}` : 'same';
}

/** Shares of the texts of a step in percent, which add up to 100. */
export function sharesOf(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (total === 0 ? 0 : (100 * weight) / total));
  const shares = exact.map(Math.floor);
  const byRest = exact.map((value, index) => [value - shares[index]!, index] as const).toSorted(([a], [b]) => b - a);
  const missing = total === 0 ? 0 : 100 - shares.reduce((sum, share) => sum + share, 0);
  for (const [, index] of byRest.slice(0, missing)) shares[index]! += 1;
  return shares;
}
