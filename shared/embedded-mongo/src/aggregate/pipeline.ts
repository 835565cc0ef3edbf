import { inTurns } from '../allowance.ts';
import { roughSize } from '../bson/rough-size.ts';
import { type Document, isDocument, setField, type Value } from '../bson/values.ts';
import { MongoError, notSupported } from '../errors.ts';
import { bucketStage } from './bucket.ts';
import { compileDocumentStage } from './document-pipeline.ts';
import { groupStage } from './group.ts';
import { lookupStage, unionWithStage } from './lookup.ts';
import type { Chunks, PipelineContext, Stage, StageFactory } from './stage.ts';
import { countStage, limitStage, matchStage, sampleStage, skipStage, sortStage, unwindStage } from './stages.ts';
import { mergeStage, outStage } from './write-stages.ts';

const sortByCountStage: StageFactory = (operand, context, name) => {
  const group = groupStage({ _id: operand, count: { $sum: 1 } }, context, name);
  const sort = sortStage({ count: -1 }, context, name);
  return (source) => sort(group(source));
};

const facetStage: StageFactory = (operand, context) => {
  if (!isDocument(operand)) throw new MongoError(40169, 'the $facet specification must be a non-empty object');
  const facets = Object.entries(operand).map(([name, stages]) => {
    if (!Array.isArray(stages)) throw new MongoError(40170, `arguments to $facet must be arrays, ${name} is not`);
    return [name, context.compile(stages, context)] as const;
  });
  return function* (source) {
    const all: Document[][] = [];
    for (const chunk of source) {
      if (chunk.length > 0) all.push(chunk);
      for (const document of chunk) context.memory.keep(roughSize(document), '$facet');
      yield [];
    }
    const result: Document = {};
    for (const [name, run] of facets) {
      const found: Document[] = [];
      for (const chunk of run(all)) {
        for (const document of chunk) context.memory.keep(roughSize(document), '$facet');
        found.push(...chunk);
        yield [];
      }
      setField(result, name, found);
    }
    yield [result];
  };
};

const factories: Record<string, StageFactory> = {
  $match: matchStage,
  $sort: sortStage,
  $limit: limitStage,
  $skip: skipStage,
  $unwind: unwindStage,
  $group: groupStage,
  $count: countStage,
  $sortByCount: sortByCountStage,
  $bucket: bucketStage,
  $sample: sampleStage,
  $facet: facetStage,
  $lookup: lookupStage,
  $unionWith: unionWithStage,
  $out: outStage,
  $merge: mergeStage,
};

const refused = new Set(
  `$bucketAuto $changeStream $changeStreamSplitLargeEvent $collStats $currentOp $densify $fill $geoNear $graphLookup
  $indexStats $listLocalSessions $listSessions $planCacheStats $redact $search $searchMeta $setWindowFields
  $shardedDataDistribution $vectorSearch $rankFusion $querySettings $listSampledQueries`.split(/\s+/),
);

/** Stages that compare text only in filters and sorts. */
const collatedStages = new Set(
  `$match $sort $limit $skip $count $unwind $unset $facet $lookup $unionWith $sample $out $merge`.split(' '),
);

/** True for the group that drivers send for countDocuments: a single group that adds up constants. */
function isPlainCount(operand: Document): boolean {
  const { _id, ...sums } = operand;
  const isConstant = (value: Value | undefined) => value === null || typeof value === 'number';
  return isConstant(_id) && Object.values(sums).every((sum) => isDocument(sum) && isConstant(sum.$sum));
}

function isPlainProjection(operand: Document): boolean {
  return Object.values(operand).every((value) => typeof value === 'number' || typeof value === 'boolean');
}

/** Expressions and groups compare bytes here. With a collation, the results would differ from MongoDB's. */
function refuseUnderCollation(name: string, operand: Value): void {
  if (collatedStages.has(name)) return;
  if (name === '$group' && isDocument(operand) && isPlainCount(operand)) return;
  if (name === '$project' && isDocument(operand) && isPlainProjection(operand)) return;
  throw notSupported(`${name} with a collation`);
}

export function stageName(stage: Value): string {
  if (!isDocument(stage)) throw new MongoError(14, "Each element of the 'pipeline' array must be an object");
  const names = Object.keys(stage);
  if (names.length !== 1) {
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return names[0]!;
}

function compileStage(stage: Document, context: PipelineContext): Stage {
  const name = stageName(stage);
  const operand = stage[name]!;
  if (context.collation) refuseUnderCollation(name, operand);
  const each = compileDocumentStage(name, operand, context.variables);
  if (each) return (source) => mapChunks(source, each);
  const factory = factories[name];
  if (factory) return factory(operand, context, name);
  if (refused.has(name)) throw notSupported(`the stage ${name}`);
  throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

function* mapChunks(source: Chunks, change: (document: Document) => Document): Generator<Document[]> {
  for (const chunk of source) yield* inTurns(chunk, (document) => [change(document)]);
}

export function compileStages(stages: readonly Value[], context: PipelineContext): Stage {
  const compiled = stages.map((stage, at) => {
    const name = stageName(stage);
    if ((name === '$out' || name === '$merge') && at !== stages.length - 1) {
      throw new MongoError(40601, `${name} can only be the final stage in the pipeline`);
    }
    return compileStage(stage as Document, context);
  });
  return (source) => compiled.reduce((chunks, stage) => stage(chunks), source);
}
