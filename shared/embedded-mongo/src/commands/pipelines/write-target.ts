import { randomUUID } from 'node:crypto';
import { ObjectId } from 'bson';
import type { WriteTarget } from '../../aggregate/stage.ts';
import { encodeDocument } from '../../bson/encode.ts';
import type { Document, Value } from '../../bson/values.ts';
import { MongoError, writeConflict } from '../../errors.ts';
import type { Index } from '../../index/index-definition.ts';
import { View } from '../../planner/view.ts';
import { compileFilter } from '../../query/match.ts';
import { plainAtPath } from '../../query/path.ts';
import { Blocked } from '../../sessions/locks.ts';
import type { Collection } from '../../storage/collection.ts';
import { idIndex } from '../../storage/collection.ts';
import { duplicateKey } from '../../storage/record-writer.ts';
import type { Call } from '../command.ts';
import { findRows } from '../reading/find-rows.ts';
import { checkValid, storable } from '../writing/insert.ts';

/** Write operations of $out and $merge. Both run within one turn, so they cannot wait for an open transaction. */
export function writeTargetOf(call: Call): WriteTarget {
  const { store } = call.engine;
  const open = (database: string, name: string) =>
    store.catalogue.find(database, name) ?? store.catalogue.create(database, name, {}, ++store.sequence);
  return {
    replaceCollection: (database, name, documents) => replaceCollection(call, database, name, documents),
    merge: (database, name, document, options) =>
      unlessBlocked(() => mergeInto(call, open(database, name), document, options)),
  };
}

function unlessBlocked(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw error instanceof Blocked ? writeConflict() : error;
  }
}

/** Inserts the new documents into a separate collection, which then replaces the old one. */
function replaceCollection(call: Call, database: string, name: string, documents: Document[]): void {
  const { catalogue } = call.engine.store;
  const old = catalogue.find(database, name);
  const options = (old?.specification.options ?? {}) as Document;
  const made = catalogue.create(database, `tmp.out.${randomUUID()}`, options, ++call.engine.store.sequence);
  try {
    for (const { specification } of old?.indexes.slice(1) ?? []) {
      catalogue.indexes.finish(made, catalogue.indexes.start(made, specification), call.engine.store.sequence);
    }
    for (const document of documents) insertInto(call, made, document);
  } catch (error) {
    catalogue.drop(made);
    throw error;
  }
  if (old) catalogue.drop(old);
  catalogue.rename(made, database, name);
}

function insertInto(call: Call, collection: Collection, document: Document): void {
  const record = storable(document, undefined);
  checkValid(call, collection, record.document);
  call.engine.transactions.insert(collection, record.bytes, record.document, undefined);
}

/** Each document must match at most one other, which only a unique index on the same fields guarantees. */
function joinFields(collection: Collection, on: Value | undefined): string[] {
  if (on === undefined) return ['_id'];
  const fields = [on].flat() as string[];
  const wanted = fields.toSorted().join();
  const isFitting = ({ isUnique, partial, fields: own }: Index) =>
    isUnique &&
    !partial &&
    own
      .map((field) => field.path)
      .sort()
      .join() === wanted;
  if (!collection.indexes.some(isFitting))
    throw new MongoError(51183, 'Cannot find index to verify that join fields will be unique');
  return fields;
}

function joinFilter(document: Document, on: readonly string[]): Document {
  const conditions = on.map((path) => {
    const value = plainAtPath(document, path.split('.'));
    if (value === undefined || value === null || Array.isArray(value))
      throw new MongoError(51132, "$merge write error: 'on' field cannot be missing, null, undefined or an array");
    return [path, { $eq: value }] as const;
  });
  return Object.fromEntries(conditions);
}

function mergeInto(call: Call, collection: Collection, document: Document, options: Document): void {
  const complete: Document = document._id === undefined ? { _id: new ObjectId(), ...document } : document;
  const filter = joinFilter(complete, joinFields(collection, options.on));
  const query = { conditions: compileFilter(filter), context: {}, limit: 1 };
  const [found] = [...findRows(new View(call.engine.store, undefined), collection, query)].flat();
  if (!found) {
    if (options.whenNotMatched === 'fail')
      throw new MongoError(13113, '$merge could not find a matching document in the target collection');
    if (options.whenNotMatched !== 'discard') insertInto(call, collection, complete);
    return;
  }
  if (options.whenMatched === 'keepExisting') return;
  if (options.whenMatched === 'fail') throw duplicateKey(collection, idIndex(collection), complete);
  const merged = options.whenMatched === 'replace' ? complete : { ...found.document, ...complete };
  const after: Document = { ...merged, _id: found.document._id! };
  const bytes = encodeDocument(after);
  if (!bytes.equals(found.bytes)) {
    checkValid(call, collection, after);
    call.engine.transactions.replace(collection, found.row, found.document, storable(after, bytes), undefined);
  }
}
