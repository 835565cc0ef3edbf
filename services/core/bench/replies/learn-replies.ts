import { readdirSync, writeFileSync } from 'node:fs';
import { rowOf, wordParts } from '../../src/domain/replies/learned/word-parts.ts';
import { isAutoReply } from '../../src/domain/replies/machine-mail.ts';
import { readByRules } from '../../src/domain/replies/read-by-rules.ts';
import { replyClasses, stopping } from '../../src/domain/replies/reply-classes.ts';
import { newestText } from '../../src/domain/replies/text/newest-text.ts';
import { plainReplyOf } from '../../src/domain/replies/text/plain-reply.ts';
import { replyWords } from '../../src/domain/replies/text/reply-words.ts';
import { type Item, readCorpus, receivedAt } from '../../test-data/replies/corpus.ts';

// learn-replies: learns src/domain/replies/rules/learned-classes.json from the labelled corpus, by multinomial logistic
// regression. The same corpus gives the same weights. `learn-replies judge` judges each part by what the other parts teach.
interface Example {
  parts: number[];
  signs: number[];
  label: number;
  weight: number;
}
interface Learned {
  bias: Float64Array;
  weights: Float32Array;
}

const passes = 15;
const rowCount = 49_152;
const decay = 3e-4;
/** Of the first pass; the later ones learn more slowly. */
const firstRate = 0.5;
const slowing = 0.3;
/** A sign is in many replies: it learns more slowly than the words do. */
const signRate = 0.1;
const columns = replyClasses.length;
const folder = new URL('../../test-data/replies/', import.meta.url);
const target = new URL('../../src/domain/replies/rules/learned-classes.json', import.meta.url);

/** Parts that the rules were not written for: only they show how far the rules are to be trusted. */
function isUnseenByRules(name: string): boolean {
  return /^(taught-|mixed-pitches-|whole-mails-)/.test(name);
}

/** In the parts that teach indirect wishes most replies are wishes, in real mail few are: each class weighs as it does there. */
const wishWeights = { stopping: 0.5, other: 3 };

function weightOf(name: string, item: Item): number {
  if (!name.startsWith('taught-wishes-')) return 1;
  return stopping.includes(item.class) ? wishWeights.stopping : wishWeights.other;
}

function read(name: string): Example[] {
  return readCorpus(name.replace('.jsonl', '')).map((item) => {
    const rowsOf = (names: string[]) => names.map((one) => rowOf(one, rowCount));
    return {
      parts: rowsOf(wordParts(replyWords(item.subject, newestText(item.text)))),
      signs: isUnseenByRules(name) ? rowsOf(signsIn(item)) : [],
      label: replyClasses.indexOf(item.class),
      weight: weightOf(name, item),
    };
  });
}

function signsIn({ subject, text, headers = {} }: Item): string[] {
  return readByRules(plainReplyOf(subject, newestText(text), receivedAt), isAutoReply(headers, subject)).signs;
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

function likelihoods({ bias, weights }: Learned, { parts, signs }: Example): Float64Array {
  const sums = new Float64Array(columns);
  const scale = 1 / Math.sqrt(parts.length || 1);
  for (const row of parts) for (let at = 0; at < columns; at++) sums[at]! += weights[row * columns + at]! * scale;
  for (const row of signs) for (let at = 0; at < columns; at++) sums[at]! += weights[row * columns + at]!;
  for (let at = 0; at < columns; at++) sums[at]! += bias[at]!;
  const highest = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function learn(examples: Example[]): Learned {
  const learned = { bias: new Float64Array(columns), weights: new Float32Array(rowCount * columns) };
  for (let pass = 0; pass < passes; pass++) {
    const rate = firstRate / (1 + pass * slowing);
    for (const example of mixed(examples, pass)) learnFrom(example, learned, rate);
  }
  return learned;
}

function learnFrom(example: Example, learned: Learned, rate: number): void {
  const { bias, weights } = learned;
  const found = likelihoods(learned, example);
  const steps = found.map((likelihood, column) => {
    return rate * example.weight * (Number(column === example.label) - likelihood);
  });
  const move = (row: number, share: number) => {
    for (let at = 0; at < columns; at++) {
      const old = weights[row * columns + at]!;
      weights[row * columns + at] = old * (1 - rate * decay) + steps[at]! * share;
    }
  };
  for (let at = 0; at < columns; at++) bias[at]! += steps[at]! * 0.1;
  for (const row of example.parts) move(row, 1 / Math.sqrt(example.parts.length || 1));
  for (const row of example.signs) move(row, signRate);
}

function judge(name: string, learned: Learned, examples: Example[]): void {
  const found = examples.map((example) => {
    const all = likelihoods(learned, example);
    return { label: example.label, found: all.indexOf(Math.max(...all)) };
  });
  const labels = [...new Set(examples.map(({ label }) => label))];
  const scores = labels.map((label) => {
    const right = found.filter((one) => one.label === label && one.found === label).length;
    return (2 * right) / found.reduce((sum, one) => sum + Number(one.label === label) + Number(one.found === label), 0);
  });
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  console.log(`${name.padEnd(20)} macro F1 of all classes ${mean.toFixed(3)}`);
}

const parts = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .map((name) => ({ name, examples: read(name) }));
if (process.argv.includes('judge')) {
  for (const { name, examples } of parts) {
    judge(name, learn(parts.filter((part) => part.name !== name).flatMap((part) => part.examples)), examples);
  }
} else {
  const { bias, weights } = learn(parts.flatMap(({ examples }) => examples));
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  const rounded = [...bias].map((one) => Math.round(one * 1000) / 1000);
  writeFileSync(
    target,
    `${JSON.stringify({ scale, bias: rounded, weights: Buffer.from(bytes.buffer).toString('base64') }, null, 2)}\n`,
  );
  console.log(`${rowCount} rows of weights written`);
}
