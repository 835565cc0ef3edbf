import type mongoose from 'mongoose';
import type { KeyRing } from '../../secrets/key-ring.ts';

export type StoreDatabase = mongoose.mongo.Db;

/** Context of a migration. */
export interface MigrationRun {
  /** The driver's database. Models describe today's documents, and a migration those of its own time. */
  db: StoreDatabase;
  /** For sealed or derived data. */
  keyRing?: KeyRing;
  /** One line for the operator, such as the number of changed records. */
  log(text: string): void;
  /** Last value passed to `save` by an interrupted run of this migration. Undefined in its first run. */
  saved: unknown;
  /** Saves the progress. Fails if another instance has taken over, which ends the migration here. */
  save(state: unknown): Promise<void>;
  /** Documents per batch, if not the usual number: tests cross batches with few documents. */
  batchSize?: number;
}

/** Step from one data version to the next. It can be interrupted anywhere, and runs again from `saved`. */
export interface Migration {
  /** Increases by one from 2 (1 is a store without a version). Never reused, and never changed once released. */
  version: number;
  /** Description in words: "digests of suppressions get a key of their own". */
  name: string;
  /**
   * True if instances of the previous version can run during and after it, because it only adds data they ignore.
   * Otherwise, all instances must be stopped, and older ones reject the store from then on.
   */
  isCompatible: boolean;
  run(run: MigrationRun): Promise<void>;
}

/** Reason this version of the product cannot use the store, as one line for the operator. */
export class StoreVersionError extends Error {}
