import type { Memory } from '../allowance.ts';
import type { Document, Value } from '../bson/values.ts';
import type { Variables } from '../expression/scope.ts';
import type { Collation } from '../query/collation.ts';
import type { MatchContext } from '../query/condition.ts';

/** Documents in chunks. An empty chunk lets the server handle other clients. */
export type Chunks = Iterable<Document[]>;
export type Stage = (source: Chunks) => Chunks;

/** Services that stages need from the command that runs them. */
export interface PipelineContext {
  variables: Variables;
  collation: Collation | undefined;
  match: MatchContext;
  database: string;
  /** Reads the matching documents of another collection in natural order. */
  read(collection: string, filter: Document): Chunks;
  /** Compiles pipelines nested in stages. */
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
