import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { replyWords } from '../../src/domain/replies/text/reply-words.ts';
import { wishFeatures } from '../../src/domain/replies/wishes/learned-wish.ts';

// learn-wishes: learns src/domain/replies/rules/learned-wish.json from the labelled corpus, by logistic regression.
// The same corpus gives the same weights. Before it writes, each part is judged by what the other parts teach.
interface Item {
  class: string;
  subject: string;
  text: string;
}
interface Example {
  features: string[];
  isWish: boolean;
}
interface Learned {
  bias: number;
  weights: Map<string, number>;
}

const passes = 40;
const leastWeight = 0.12;
const folder = new URL('./', import.meta.url);
const target = new URL('../../src/domain/replies/rules/learned-wish.json', import.meta.url);

function read(name: string): Example[] {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { class: name, subject, text } = JSON.parse(line) as Item;
    return { features: wishFeatures(replyWords(subject, text)), isWish: ['unsubscribe', 'complaint'].includes(name) };
  });
}

/** A fixed order that looks like none. */
function mixed(examples: Example[], pass: number): Example[] {
  const step = 7_919 + pass * 2;
  const keys = examples.map((_, index) => ((index + 1) * step * 2_654_435_761) % 4_294_967_296);
  return examples
    .map((example, index) => ({ example, key: keys[index]! }))
    .sort((a, b) => a.key - b.key)
    .map(({ example }) => example);
}

function likelihood({ bias, weights }: Learned, features: string[]): number {
  const sum = features.reduce((total, feature) => total + (weights.get(feature) ?? 0), 0);
  return 1 / (1 + Math.exp(-(bias + sum / Math.sqrt(features.length || 1))));
}

function learn(examples: Example[]): Learned {
  const learned: Learned = { bias: 0, weights: new Map() };
  for (let pass = 0; pass < passes; pass++) {
    const rate = 0.5 / (1 + pass * 0.2);
    for (const { features, isWish } of mixed(examples, pass)) {
      const error = Number(isWish) - likelihood(learned, features);
      learned.bias += rate * error * 0.1;
      for (const feature of features) {
        const weight = learned.weights.get(feature) ?? 0;
        learned.weights.set(feature, weight * (1 - rate * 1e-3) + (rate * error) / Math.sqrt(features.length));
      }
    }
  }
  return learned;
}

const parts = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .map((name) => ({ name, examples: read(name) }));
for (const { name, examples } of parts) {
  const learned = learn(parts.filter((part) => part.name !== name).flatMap((part) => part.examples));
  const found = examples.filter(({ features }) => likelihood(learned, features) >= 0.55);
  const right = found.filter(({ isWish }) => isWish).length;
  const recall = right / examples.filter(({ isWish }) => isWish).length;
  console.log(`${name.padEnd(20)} precision ${(right / found.length).toFixed(3)}, recall ${recall.toFixed(3)}`);
}
const { bias, weights } = learn(parts.flatMap(({ examples }) => examples));
const kept = [...weights].filter(([, weight]) => Math.abs(weight) >= leastWeight).sort(([a], [b]) => (a < b ? -1 : 1));
const rounded = Object.fromEntries(kept.map(([feature, weight]) => [feature, Math.round(weight * 100) / 100]));
writeFileSync(target, `${JSON.stringify({ bias: Math.round(bias * 100) / 100, weights: rounded }, null, 2)}\n`);
console.log(`${kept.length} weights of ${weights.size} written`);
