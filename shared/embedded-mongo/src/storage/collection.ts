import { type Document, isDocument } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Index } from '../index/index-definition.ts';
import type { Matcher } from '../query/condition.ts';
import { compileMatcher } from '../query/match.ts';
import { checked } from './stored-document.ts';

const namespaceBytesMax = 255;

/** A collection in the in-memory catalog. */
export interface Collection {
  id: number;
  database: string;
  name: string;
  /** The SQLite table that stores the documents. */
  table: string;
  indexes: Index[];
  specification: Document;
  nextRow: number;
  /** Number of the commit that created it. Older snapshots do not contain it. */
  createdAt: number;
  /** Counted on first use, and kept up to date from then on. */
  count?: number;
  isDropped: boolean;
  /** Set while indexes are being built. Resolves when the build ends, even if it fails. */
  building?: Promise<void>;
  /** Condition for documents to be stored. */
  validator?: Matcher;
}

export function namespaceOf(collection: Collection): string {
  return `${collection.database}.${collection.name}`;
}

/** Returns a document from the collection's table. Throws if it is damaged. */
export function documentAt(collection: Collection, row: number, stored: Uint8Array): Buffer {
  return checked(stored, row, `document ${row} of ${namespaceOf(collection)}`);
}

export function idIndex(collection: Collection): Index {
  return collection.indexes[0]!;
}

/** Commit number of objects that exist only inside an open transaction. */
export const notYetCreated = Number.POSITIVE_INFINITY;

/** True if it was created by an uncommitted transaction, so that no table contains it yet. */
export function isPending(made: { createdAt: number }): boolean {
  return made.createdAt === notYetCreated;
}

export function validatorOf(options: Document): Matcher | undefined {
  return isDocument(options.validator) ? compileMatcher(options.validator) : undefined;
}

export function newCollection(
  id: number,
  database: string,
  name: string,
  specification: Document,
  createdAt: number,
): Collection {
  const validator = validatorOf(specification.options as Document);
  return {
    id,
    database,
    name,
    table: `d${id}`,
    indexes: [],
    specification,
    nextRow: 1,
    createdAt,
    isDropped: false,
    ...(validator && { validator }),
  };
}

export function checkNamespace(database: string, name: string): void {
  if (database === '' || database.length > 63 || /[/\\. "$\0]/.test(database)) {
    throw new MongoError(73, `Invalid database name: '${database}'`);
  }
  if (name === '' || name.includes('\0') || name.startsWith('.') || name.endsWith('.') || name.includes('$')) {
    throw new MongoError(73, `Invalid collection name: '${name}'`);
  }
  if (Buffer.byteLength(`${database}.${name}`) > namespaceBytesMax) {
    throw new MongoError(73, `Fully qualified namespace is too long. Max: ${namespaceBytesMax}`);
  }
}

export function splitNamespace(value: unknown): [string, string] {
  const text = String(value);
  const at = text.indexOf('.');
  if (at <= 0) throw new MongoError(73, `Invalid namespace: ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}
