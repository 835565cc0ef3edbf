import { type Document, isDocument, type Value } from '../bson/values.ts';
import { MongoError, notSupported } from '../errors.ts';
import { bucketStage } from './bucket.ts';
import { compileDocumentStage } from './document-pipeline.ts';
import { facetStage } from './facet.ts';
import { groupStage } from './group.ts';
import { lookupStage, unionWithStage } from './lookup.ts';
import { refuseUnderCollation } from './refuse-collation.ts';
import { sortByCountStage } from './sort-by-count.ts';
import type { Chunks, PipelineContext, Stage, StageFactory } from './stage.ts';
import { countStage, limitStage, matchStage, sampleStage, skipStage, sortStage, unwindStage } from './stages.ts';
import { mergeStage, outStage } from './write-stages.ts';

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
  if (context.collation) refuseUnderCollation(name, operand);
  const each = compileDocumentStage(name, operand, context.variables);
  if (each) return (source) => mapChunks(source, each);
  const factory = factories[name];
  if (factory) return factory(operand, context, name);
  if (refused.has(name)) throw notSupported(`the stage ${name}`);
  throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

function* mapChunks(source: Chunks, change: (document: Document) => Document): Generator<Document[]> {
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
