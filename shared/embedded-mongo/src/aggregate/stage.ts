import type { Memory } from '../allowance.ts';
import type { Document, Value } from '../bson/values.ts';
import type { Variables } from '../expression/scope.ts';
import type { Collation } from '../query/collation.ts';
import type { MatchContext } from '../query/condition.ts';

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
  /** Compiles the pipelines inside of stages. */
  compile(stages: readonly Value[], context: PipelineContext): Stage;
  memory: Memory;
  /** Writes the documents of $out and $merge. */
  write: WriteTarget;
}

export interface WriteTarget {
  replaceCollection(database: string, collection: string, documents: Document[]): void;
  merge(database: string, collection: string, document: Document, options: Document): void;
}

export type StageFactory = (operand: Value, context: PipelineContext, name: string) => Stage;
