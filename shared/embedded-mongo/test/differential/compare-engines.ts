import { EJSON } from 'bson';
import fc from 'fast-check';
import { type Collection, MongoServerError } from 'mongodb';
import { answerOf, contentOf } from './apply.ts';
import { fromReference, ReferenceCrash } from './crash.ts';
import type { Difference } from './difference.ts';
import { type Action, action, document, type Fields, indexes } from './generate.ts';
import { knownDifferences } from './known-differences.ts';

export interface Outcome {
  operations: number;
  /** Number of occurrences of each known difference, by reason. */
  known: Record<string, number>;
  /** Unexplained differences, each with the seed that reproduces it. */
  unexplained: string[];
  /** Operations that crashed the other engine, each with its seed. Those rounds ended there. */
  crashes: string[];
}

interface Pair {
  own: Collection;
  other: Collection;
}

const documentsPerRound = 15;
const indexesPerRound = 3;
const firstNewId = 100;
const isChange = /insert|update|upsert|replace|delete|command/;

async function fill(collection: Collection, content: string): Promise<void> {
  await collection.deleteMany({});
  const documents = EJSON.parse(content, { relaxed: false }) as [];
  if (documents.length > 0) await collection.insertMany(documents);
}

/** Makes the contents equal again after a difference, so that it is reported only once. Returns the contents. */
async function equalise({ own, other }: Pair, contents: { own: string; other: string }): Promise<string> {
  try {
    await fill(own, contents.other);
    return contents.other;
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error;
    await Promise.all([fill(own, contents.own), fromReference(fill(other, contents.own))]);
    return contents.own;
  }
}

function describe({ action, own, other, code, before, after }: Difference): string {
  const shown = after ?? { own, other };
  const text = EJSON.stringify(action, { relaxed: false });
  return `${text}${code === undefined ? '' : ` (our code ${code})`}\n  own    ${shown.own}\n  other  ${shown.other}\n  before ${before}`;
}

class Round {
  private readonly pair: Pair;
  private readonly seed: number;
  private readonly outcome: Outcome;
  private readonly indexes: Fields[] = [];
  private content = '[]';

  constructor(pair: Pair, seed: number, outcome: Outcome) {
    this.pair = pair;
    this.seed = seed;
    this.outcome = outcome;
  }

  /** Indexes are created before the documents, so that the unique ones can reject some. */
  async start(): Promise<void> {
    const { seed } = this;
    for (const [key, options] of fc.sample(indexes, { seed, numRuns: indexesPerRound })) {
      await this.step({ kind: 'createIndex', key, options });
      this.indexes.push(key);
    }
    const documents = fc.sample(document, { seed, numRuns: documentsPerRound });
    for (const [at, fields] of documents.entries()) await this.step({ kind: 'insert', id: at + 1, document: fields });
  }

  async step(step: Action): Promise<void> {
    const [own, other] = await Promise.all([
      answerOf(this.pair.own, step),
      fromReference(answerOf(this.pair.other, step)),
    ]);
    this.outcome.operations++;
    const difference = {
      action: step,
      own: own.text,
      other: other.text,
      code: own.code,
      before: this.content,
      indexes: this.indexes,
    };
    if (own.text !== other.text) this.report(difference);
    if (!isChange.test(step.kind)) return;
    const [left, right] = await Promise.all([contentOf(this.pair.own), fromReference(contentOf(this.pair.other))]);
    this.content = right;
    if (left === right) return;
    if (own.text === other.text) this.report({ ...difference, after: { own: left, other: right } });
    this.content = await equalise(this.pair, { own: left, other: right });
  }

  private report(difference: Difference): void {
    const known = knownDifferences.find((each) => each.applies(difference));
    const { outcome } = this;
    if (known) outcome.known[known.reason] = (outcome.known[known.reason] ?? 0) + 1;
    else outcome.unexplained.push(`seed ${this.seed}: ${describe(difference)}`);
  }
}

/**
 * Runs the same generated operations on both collections, which must be empty. Throws ReferenceCrash with the operation
 * if the other engine crashes.
 */
export async function compareEngines(pair: Pair, seed: number, operations: number, outcome: Outcome): Promise<void> {
  const round = new Round(pair, seed, outcome);
  await round.start();
  const steps = fc.sample(action, { seed, numRuns: operations });
  for (const [at, step] of steps.entries()) {
    await round.step({ ...step, id: firstNewId + at }).catch((error: unknown) => {
      if (!(error instanceof ReferenceCrash)) throw error;
      throw new ReferenceCrash(`seed ${seed}: ${error.message} over ${EJSON.stringify(step, { relaxed: false })}`);
    });
  }
}
