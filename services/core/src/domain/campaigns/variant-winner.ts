interface VariantNumbers {
  variantId: string;
  sent: number;
  /** People who gave a wanted reply, minus those who opted out. */
  answers: number;
}

/** Minimum number of messages before a text can be judged. */
const sentMin = 50;
const sureEnough = 0.95;

export interface Winner {
  variantId: string;
  /** Probability, from 0 to 1, that the text actually gets more replies than the runner-up. */
  confidence: number;
}

/**
 * The text that gets significantly more wanted replies than all others. Null if the result is open, or if there is only
 * one text.
 */
export function winnerOf(variants: VariantNumbers[]): Winner | null {
  if (variants.length < 2 || variants.some(({ sent }) => sent < sentMin)) return null;
  const [first, second] = [...variants].sort((a, b) => rateOf(b) - rateOf(a));
  const confidence = likelihood(first!, second!);
  return confidence < sureEnough ? null : { variantId: first!.variantId, confidence };
}

/** Adds one reply and one non-reply to each rate, so that none is 0 or 1. */
function rateOf({ sent, answers }: VariantNumbers): number {
  return (answers + 1) / (sent + 2);
}

/** Probability that the first rate exceeds the second, with both modeled as normal distributions. */
function likelihood(a: VariantNumbers, b: VariantNumbers): number {
  const variance = [a, b].reduce((sum, one) => sum + (rateOf(one) * (1 - rateOf(one))) / one.sent, 0);
  return normalShare((rateOf(a) - rateOf(b)) / Math.sqrt(variance));
}

/** Share of the normal distribution below z (Abramowitz and Stegun 26.2.17). */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const factors = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail = density * factors.reduceRight((sum, factor) => (sum + factor) * t, 0);
  return z > 0 ? 1 - tail : tail;
}
