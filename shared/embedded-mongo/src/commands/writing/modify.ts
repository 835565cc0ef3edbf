import { ObjectId } from 'bson';
import { compilePipeline } from '../../aggregate/document-pipeline.ts';
import { encodeDocument } from '../../bson/encode.ts';
import { type Document, isDocument, type Value } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import type { Variables } from '../../expression/scope.ts';
import { Found } from '../../planner/found.ts';
import type { Condition, MatchContext } from '../../query/condition.ts';
import { compileFilter, matcherOf } from '../../query/match.ts';
import { type Collection, documentAt } from '../../storage/collection.ts';
import { compileUpdate, type Update } from '../../update/compile-update.ts';
import { documentFromFilter, withIdFirst } from '../../update/upsert.ts';
import type { Call } from '../command.ts';
import { hintOf } from '../command.ts';
import { findRows, type RowQuery } from '../reading/find-rows.ts';
import { matchContextOf } from '../reading/query-context.ts';
import { checkValid, storable } from './insert.ts';

/** A compiled update or delete statement. */
export interface Statement {
  filter: Document;
  conditions: readonly Condition[];
  context: MatchContext & { variables: Variables };
  query: RowQuery;
}

export function compileStatement(call: Call, filter: Value | undefined, options: Document): Statement {
  if (!isDocument(filter)) throw new MongoError(14, 'the filter of a statement must be an object');
  const context = matchContextOf(call, options.collation);
  const conditions = compileFilter(filter, context);
  const sort = isDocument(options.sort) ? options.sort : {};
  const query: RowQuery = { conditions, context, sort, hint: hintOf(options.hint), limit: 1 };
  return { filter, conditions, context, query };
}

export function compileChange(update: Value, arrayFilters: Value | undefined, statement: Statement): Update {
  const filters = arrayFilters ?? [];
  if (!Array.isArray(filters) || !filters.every(isDocument))
    throw new MongoError(14, 'arrayFilters must be an array of objects');
  return compileUpdate(update, {
    arrayFilters: filters,
    conditions: statement.conditions,
    pipeline: (stages) => compilePipeline(stages, statement.context.variables),
  });
}

/** The rows that match now. Each is checked again before it is changed. */
export function* matchingRows(call: Call, collection: Collection, statement: Statement): Generator<number[]> {
  for (const chunk of findRows(call.view, collection, { ...statement.query, limit: 0 }))
    yield chunk.map((found) => found.row);
}

export function stillMatching(
  call: Call,
  collection: Collection,
  row: number,
  statement: Statement,
): Found | undefined {
  const own = call.transaction?.recordsOf(collection)?.get(row);
  if (own && !own.bytes) return undefined;
  const bytes = own?.bytes ?? storedBytes(call, collection, row);
  if (!bytes) return undefined;
  const found = new Found(row, bytes, own?.document);
  return matcherOf(statement.conditions)(found.document) ? found : undefined;
}

function storedBytes(call: Call, collection: Collection, row: number): Buffer | undefined {
  const { view } = call;
  if (!view.isStored(collection)) return undefined;
  const stored = view.connection.get<[Uint8Array]>(`SELECT doc FROM ${collection.table} WHERE r = ?`, row);
  return stored && documentAt(collection, row, stored[0]);
}

/** Writes the changed document. Undefined if the update changes nothing. */
export function updateFound(call: Call, collection: Collection, found: Found, update: Update): Document | undefined {
  const after = update(found.document, { now: call.now, isInsert: false });
  const bytes = encodeDocument(after);
  if (bytes.equals(found.bytes)) return undefined;
  const record = storable(after, bytes);
  checkValid(call, collection, record.document);
  call.engine.transactions.replace(collection, found.row, found.document, record, call.transaction);
  return record.document;
}

export function insertFromUpsert(call: Call, collection: Collection, statement: Statement, update: Update): Document {
  const base = documentFromFilter(statement.filter);
  const made = withIdFirst(update(base, { now: call.now, isInsert: true }), () => new ObjectId());
  const record = storable(made, undefined);
  checkValid(call, collection, record.document);
  call.engine.transactions.insert(collection, record.bytes, record.document, call.transaction);
  return record.document;
}
