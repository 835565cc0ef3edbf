import { type Document, isDocument, type Value } from '../bson/values.ts';
import { MongoError, notSupported } from '../errors.ts';
import type { Variables } from '../expression/scope.ts';
import type { Collation } from '../query/collation.ts';
import type { MatchContext } from '../query/match.ts';
import { compileDocumentStage } from './document-pipeline.ts';
import { groupStage } from './group.ts';
import { lookupStage, unionWithStage } from './lookup.ts';
import {
  bucketStage,
  countStage,
  facetStage,
  limitStage,
  matchStage,
  sampleStage,
  skipStage,
  sortByCountStage,
  sortStage,
  unwindStage,
} from './stages.ts';
import { mergeStage, outStage } from './write-stages.ts';

/** Documents in chunks; an empty chunk is a chance for other clients to be served. */
export type Chunks = Iterable<Document[]>;
export type Stage = (source: Chunks) => Chunks;

/** What stages need from the command that runs them. */
export interface PipelineContext {
  variables: Variables;
  collation: Collation | undefined;
  match: MatchContext;
  database: string;
  /** The documents of another collection, filtered and in natural order. */
  read(collection: string, filter: Document): Chunks;
  /** Writes the documents of $out and $merge. */
  write: WriteTarget;
}

export interface WriteTarget {
  replaceCollection(database: string, collection: string, documents: Document[]): void;
  merge(database: string, collection: string, document: Document, options: Document): void;
}

export type StageFactory = (operand: Value, context: PipelineContext, name: string) => Stage;

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
  const each = compileDocumentStage(name, operand, context.variables);
  if (each) return (source) => mapChunks(source, each);
  const factory = factories[name];
  if (factory) return factory(operand, context, name);
  if (refused.has(name)) throw notSupported(`the stage ${name}`);
  throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

export function* mapChunks(source: Chunks, change: (document: Document) => Document): Generator<Document[]> {
  for (const chunk of source) yield chunk.map(change);
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
