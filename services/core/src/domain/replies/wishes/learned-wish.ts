import learned from '../rules/learned-wish.json' with { type: 'json' };

/**
 * How alike a reply is to the wishes of the labelled corpus, by its words and parts of words: what no phrase of the rules
 * foresees is often said in words that wishes are said in. Learned by `npm run learn-wishes`; the weights are data.
 */
const weights = new Map(Object.entries<number>(learned.weights));
const partLengths = [3, 4, 5];
const charsMax = 400;

/** The words, and all parts of three to five letters in them: they carry over endings, typing errors and compounds. */
export function wishFeatures(plain: string): string[] {
  const features = new Set<string>();
  for (const word of plain.slice(0, charsMax).split(' ').filter(Boolean)) {
    const closed = `^${word}$`;
    features.add(closed);
    for (const length of partLengths) {
      for (let at = 0; at + length <= closed.length; at++) features.add(closed.slice(at, at + length));
    }
  }
  return [...features];
}

/** 0 to 1, of the plain words of subject and text. */
export function wishLikelihood(plain: string): number {
  const features = wishFeatures(plain);
  const sum = features.reduce((total, feature) => total + (weights.get(feature) ?? 0), 0);
  return 1 / (1 + Math.exp(-(learned.bias + sum / Math.sqrt(features.length || 1))));
}
