import type { Document } from '../bson/values.ts';
import type { Index } from '../index/index-definition.ts';
import type { Matcher } from '../query/match.ts';

/** A collection as the catalogue keeps it in memory. */
export interface Collection {
  id: number;
  database: string;
  name: string;
  /** The table in SQLite that holds the documents. */
  table: string;
  indexes: Index[];
  specification: Document;
  nextRow: number;
  /** The number of the commit that made it; older snapshots do not have it. */
  createdAt: number;
  /** Counted when first asked for, kept up to date from then on. */
  count?: number;
  isDropped: boolean;
  /** What documents must match to be stored. */
  validator?: Matcher;
}

export function namespaceOf(collection: Collection): string {
  return `${collection.database}.${collection.name}`;
}

export function idIndex(collection: Collection): Index {
  return collection.indexes[0]!;
}

/** The number of creation of what exists only inside an open transaction. */
export const notYetCreated = Number.POSITIVE_INFINITY;

/** Made by a transaction that has not committed; no table holds anything of it yet. */
export function isPending(made: { createdAt: number }): boolean {
  return made.createdAt === notYetCreated;
}
