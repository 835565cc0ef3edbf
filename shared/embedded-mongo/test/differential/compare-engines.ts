import { EJSON } from 'bson';
import fc from 'fast-check';
import type { Collection } from 'mongodb';
import { answerOf, contentOf } from './apply.ts';
import { type Action, action, document, indexes } from './generate.ts';
import { type Difference, knownDifferences } from './known-differences.ts';

export interface Outcome {
  operations: number;
  /** How often each known difference was met, by its reason. */
  known: Record<string, number>;
  /** What nobody has explained yet, each with the seed that shows it again. */
  unexplained: string[];
}

interface Pair {
  own: Collection;
  other: Collection;
}

const documentsPerRound = 15;
const indexesPerRound = 3;
const firstNewId = 100;

async function fill({ own, other }: Pair, seed: number): Promise<void> {
  const documents = fc.sample(document, { seed, numRuns: documentsPerRound });
  for (const collection of [own, other]) {
    await collection.insertMany(documents.map((fields, at) => ({ _id: (at + 1) as never, ...fields })));
    for (const [key, options] of fc.sample(indexes, { seed, numRuns: indexesPerRound })) {
      await collection.createIndex(key, options);
    }
  }
}

/** Makes the contents alike again after a difference, so that one is not reported over and over. */
async function copyOther({ own }: Pair, content: string): Promise<void> {
  await own.deleteMany({});
  const documents = EJSON.parse(content, { relaxed: false }) as [];
  if (documents.length > 0) await own.insertMany(documents);
}

function describe({ action, own, other, after }: Difference): string {
  const shown = after ?? { own, other };
  return `${EJSON.stringify(action, { relaxed: false })}\n  own   ${shown.own}\n  other ${shown.other}`;
}

class Round {
  private readonly pair: Pair;
  private readonly seed: number;
  private readonly outcome: Outcome;
  private content = '';

  constructor(pair: Pair, seed: number, outcome: Outcome) {
    this.pair = pair;
    this.seed = seed;
    this.outcome = outcome;
  }

  async start(): Promise<void> {
    await fill(this.pair, this.seed);
    this.content = await contentOf(this.pair.own);
  }

  async step(step: Action, id: number): Promise<void> {
    const [own, other] = await Promise.all([answerOf(this.pair.own, step, id), answerOf(this.pair.other, step, id)]);
    this.outcome.operations++;
    const before = this.content;
    if (own !== other) this.report({ action: step, own, other, before });
    if (!/insert|update|delete/.test(step.kind)) return;
    const [left, right] = await Promise.all([contentOf(this.pair.own), contentOf(this.pair.other)]);
    if (left !== right) {
      if (own === other) this.report({ action: step, own, other, before, after: { own: left, other: right } });
      await copyOther(this.pair, right);
    }
    this.content = right;
  }

  private report(difference: Difference): void {
    const known = knownDifferences.find((each) => each.applies(difference));
    const { outcome } = this;
    if (known) outcome.known[known.reason] = (outcome.known[known.reason] ?? 0) + 1;
    else outcome.unexplained.push(`seed ${this.seed}: ${describe(difference)}`);
  }
}

/** The same generated operations on both collections, which must be empty. */
export async function compareEngines(pair: Pair, seed: number, operations: number, outcome: Outcome): Promise<void> {
  const round = new Round(pair, seed, outcome);
  await round.start();
  let id = firstNewId;
  for (const step of fc.sample(action, { seed, numRuns: operations })) await round.step(step, id++);
}
