interface VariantNumbers {
  variantId: string;
  sent: number;
  /** People who gave a wanted answer, less those who asked to be left alone. */
  answers: number;
}

/** Fewer messages say nothing about a text. */
const sentMin = 50;
const sureEnough = 0.95;

export interface Winner {
  variantId: string;
  /** How likely it is that it really gets more answers than the second one, 0 to 1. */
  confidence: number;
}

/** The text that gets more wanted answers than all others, as far as that is sure; null: it is open, or there is only one. */
export function winnerOf(variants: VariantNumbers[]): Winner | null {
  if (variants.length < 2 || variants.some(({ sent }) => sent < sentMin)) return null;
  const [first, second] = [...variants].sort((a, b) => rateOf(b) - rateOf(a));
  const confidence = likelihood(first!, second!);
  return confidence < sureEnough ? null : { variantId: first!.variantId, confidence };
}

/** Each rate with one answer more and one less, so that none is 0 or 1. */
function rateOf({ sent, answers }: VariantNumbers): number {
  return (answers + 1) / (sent + 2);
}

/** That the first rate is above the second: both as normal distributions. */
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
