import type mongoose from 'mongoose';
import type { KeyRing } from '../../secrets/key-ring.ts';

export type StoreDatabase = mongoose.mongo.Db;

/** What a migration works with. */
export interface MigrationRun {
  /** The driver's database: models describe today's documents, a migration those of its own day. */
  db: StoreDatabase;
  /** For what is sealed or derived. */
  keyRing?: KeyRing;
  /** One line for the operator, such as the number of changed records. */
  log(text: string): void;
  /** What `save` stored last when an earlier run of this migration was cut off; undefined at its first run. */
  saved: unknown;
  /** Stores how far it is. Fails when another instance has taken over: the migration ends there. */
  save(state: unknown): Promise<void>;
  /** Documents per batch, if not the usual number: tests cross batches with few documents. */
  batchSize?: number;
}

/** One step from a version of the stored documents to the next. It may be cut off anywhere and runs again from `saved`. */
export interface Migration {
  /** Counts up by one from 2 (1 is what stores without a version hold). Never reused, never changed once released. */
  version: number;
  /** In words: "digests of suppressions get a key of their own". */
  name: string;
  /**
   * Whether instances of the version before may run while it runs and afterwards: it only adds what they ignore. Else it
   * needs a stop of all instances, and they refuse the store from then on.
   */
  isCompatible: boolean;
  run(run: MigrationRun): Promise<void>;
}

/** The store cannot be used by this version of the product: one line for the operator. */
export class StoreVersionError extends Error {}
