import { readdirSync, writeFileSync } from 'node:fs';
import { weighReading } from '../../src/domain/replies/learned/weigh-reading.ts';
import { rowOf, wordParts } from '../../src/domain/replies/learned/word-parts.ts';
import { isAutoReply } from '../../src/domain/replies/machine-mail.ts';
import { readByRules } from '../../src/domain/replies/read-by-rules.ts';
import { type ReplyClass, replyClasses, stopping } from '../../src/domain/replies/reply-classes.ts';
import { newestText } from '../../src/domain/replies/text/newest-text.ts';
import { plainReplyOf } from '../../src/domain/replies/text/plain-reply.ts';
import { replyWords } from '../../src/domain/replies/text/reply-words.ts';
import { type Item, readCorpus, readExamples, receivedAt } from '../../test-data/replies/corpus.ts';

// learn-replies: learns src/domain/replies/rules/learned-classes.json from the labelled corpus, by multinomial logistic
// regression. The same corpus gives the same weights. `learn-replies judge` judges each family of texts by what
// the others teach. `--examples FILE` also learns from the replies that people of a workspace have classified.
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

const passes = 25;
const rowCount = 49_152;
const decay = 1e-4;
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

function exampleOf(words: string, signs: string[]): Pick<Example, 'parts' | 'signs'> {
  const rowsOf = (names: string[]) => names.map((one) => rowOf(one, rowCount));
  return { parts: rowsOf(wordParts(words)), signs: rowsOf(signs) };
}

function examplesIn(items: readonly Item[], name: string): Example[] {
  return items.map((item) => {
    return {
      ...exampleOf(replyWords(item.subject, newestText(item.text)), isUnseenByRules(name) ? signsIn(item) : []),
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

function likelihoods({ bias, weights }: Learned, { parts, signs }: Pick<Example, 'parts' | 'signs'>): Float64Array {
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

/** A reply as it is read, by weights that did not learn from its family of texts. */
function readWith(learned: Learned, item: Item) {
  const { subject, text, headers = {} } = item;
  const plain = plainReplyOf(subject, newestText(text), receivedAt);
  const isMachine = isAutoReply(headers, subject);
  const reading = readByRules(plain, isMachine);
  const found = likelihoods(learned, exampleOf(replyWords(subject, newestText(text)), reading.signs));
  const byClass = new Map(replyClasses.map((name, column) => [name, found[column]!]));
  return { ...weighReading(reading, byClass, { hasReturn: plain.hasReturn, isMachine }), label: item.class, isMachine };
}
type Read = ReturnType<typeof readWith>;

const ofPrograms: readonly ReplyClass[] = ['bounce', 'auto_reply'];

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}

/** Prints how the thresholds of weigh-reading.ts decide about people's replies. */
function judge(name: string, replies: Read[]): void {
  const all = replies.filter(({ label, isMachine }) => !isMachine && !ofPrograms.includes(label));
  const isWish = ({ label }: Read) => stopping.includes(label);
  const wished = all.filter(isWish);
  const suppressed = all.filter(({ wish }) => wish === 'clear');
  const asked = all.filter((one) => one.wish === 'doubtful' || (one.wish === 'none' && one.class === 'unclassified'));
  const heard = wished.filter((one) => one.wish !== 'none' || one.class === 'unclassified');
  const labels = [...new Set(all.filter((one) => !isWish(one)).map(({ label }) => label))];
  const scores = labels.map((label) => {
    const right = all.filter((one) => one.label === label && one.class === label).length;
    return (2 * right) / all.reduce((sum, one) => sum + Number(one.label === label) + Number(one.class === label), 0);
  });
  const mean = scores.reduce((sum, score) => sum + score, 0) / (scores.length || 1);
  const rightly = suppressed.filter(isWish).length;
  console.log(
    `${name.padEnd(22)} ${String(all.length).padStart(5)} suppressed: recall ${share(rightly, wished.length)}, ` +
      `precision ${share(rightly, suppressed.length)}; heard ${share(heard.length, wished.length)}; ` +
      `asked ${share(asked.length, all.length)}; macro F1 of other classes ${mean.toFixed(3)}`,
  );
}

/** Texts of the same make, none of which judges another. */
function familyOf(name: string): string {
  return name.replace(/-\d\.jsonl$|\.jsonl$/, '');
}

/** Replies that people of a workspace have classified: the file of `outbound replies export`. */
function ownExamples(): { name: string; examples: Example[] }[] {
  const at = process.argv.indexOf('--examples');
  const file = at === -1 ? undefined : process.argv[at + 1];
  if (file === undefined) return [];
  const name = 'taught-own';
  return [{ name, examples: examplesIn(readExamples(file), name) }];
}

const corpus = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .map((name) => ({ name, examples: examplesIn(readCorpus(name.replace('.jsonl', '')), name) }));
const parts = [...corpus, ...ownExamples()];
if (process.argv.includes('judge')) {
  const families = Map.groupBy(parts, ({ name }) => familyOf(name));
  for (const [family, own] of families) {
    if (!corpus.includes(own[0]!) || !isUnseenByRules(own[0]!.name)) continue;
    const learned = learn(parts.filter((part) => !own.includes(part)).flatMap(({ examples }) => examples));
    const items = own.flatMap(({ name }) => readCorpus(name.replace('.jsonl', '')));
    judge(
      family,
      items.map((item) => readWith(learned, item)),
    );
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
