import { type ReplyClass, replyClasses } from '../reply-classes.ts';
import learned from '../rules/learned-classes.json' with { type: 'json' };
import { rowOf, wordParts } from './word-parts.ts';

/** One row of weights per hash of a word part, and one column per class. */
const columns = replyClasses.length;
const weights = new Int8Array(Buffer.from(learned.weights, 'base64'));
const rows = weights.length / columns;

/**
 * Probability of each class; they add up to 1. Based on the plain words of subject and text, and on the signs detected
 * by the rules. Each sign counts in full; the words count together. Learned by `npm run learn-replies`; the weights are
 * data.
 */
export function classLikelihoods(plain: string, signs: string[]): Map<ReplyClass, number> {
  const sums = learned.bias.slice();
  const parts = wordParts(plain);
  addWeights(sums, parts, learned.scale / Math.sqrt(parts.length || 1));
  addWeights(sums, signs, learned.scale);
  const highest = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return new Map(replyClasses.map((name, column) => [name, powers[column]! / total]));
}

function addWeights(sums: number[], names: string[], scale: number): void {
  for (const name of names) {
    const start = rowOf(name, rows) * columns;
    for (let column = 0; column < columns; column++) sums[column]! += weights[start + column]! * scale;
  }
}
