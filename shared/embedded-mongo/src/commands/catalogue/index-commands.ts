import { valuesEqual } from '../../bson/compare.ts';
import { asBuffer, decodeDocument } from '../../bson/decode.ts';
import { encodeDocument, Raw } from '../../bson/encode.ts';
import { type Document, isDocument, type Value } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import { type Index, normaliseSpecification } from '../../index/index-definition.ts';
import { keysOf } from '../../index/index-keys.ts';
import { keyText } from '../../planner/plan.ts';
import { type Collection, isPending } from '../../storage/collection.ts';
import { duplicateKey, rowHolding } from '../../storage/record-writer.ts';
import type { Call, Command } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { firstBatch } from '../reading/find.ts';

/** True when the index is there already; a different one under the same name or key is refused. */
function existsAlready(collection: Collection, specification: Document): boolean {
  const key = keyText(specification.key as Document);
  for (const { specification: other } of collection.indexes) {
    const isSameName = other.name === specification.name;
    const isSameKey = keyText(other.key as Document) === key && isSameFilter(other, specification);
    if (isSameKey && key === '_id:1') return true;
    if (isSameName && !isSameKey) {
      throw new MongoError(
        86,
        `An existing index has the same name as the requested index: ${String(specification.name)}`,
      );
    }
    if (isSameKey && !isSameName) {
      throw new MongoError(85, `Index already exists with a different name: ${String(other.name)}`);
    }
    if (isSameKey) {
      if (!hasSameOptions(other, specification)) {
        throw new MongoError(
          86,
          `An equivalent index already exists with the same name but different options: ${String(other.name)}`,
        );
      }
      return true;
    }
  }
  return false;
}

function isSameFilter(left: Document, right: Document): boolean {
  return valuesEqual(left.partialFilterExpression ?? null, right.partialFilterExpression ?? null);
}

function hasSameOptions(left: Document, right: Document): boolean {
  return ['unique', 'sparse', 'expireAfterSeconds'].every((name) =>
    valuesEqual(left[name] ?? null, right[name] ?? null),
  );
}

const rowsPerChunk = 500;

/** Fills a new index from what is stored; the whole statement fails when the documents do not allow it. */
function fill(call: Call, collection: Collection, index: Index): void {
  const { store } = call.server;
  const sql = `SELECT r, doc FROM ${collection.table} WHERE r > ? ORDER BY r LIMIT ${rowsPerChunk}`;
  for (let last = 0; ; ) {
    const rows = store.writer.all<[number, Uint8Array]>(sql, last);
    for (const [row, bytes] of rows) addKeys(call, collection, index, row, decodeDocument(asBuffer(bytes)));
    if (rows.length < rowsPerChunk) return;
    last = rows.at(-1)![0];
  }
}

function addKeys(call: Call, collection: Collection, index: Index, row: number, document: Document): void {
  const { store } = call.server;
  const { keys, multikey } = keysOf(index, document);
  for (const key of keys) {
    if (index.isUnique && rowHolding(store, index, key, row) !== undefined)
      throw duplicateKey(collection, index, document);
    store.queue.begin(key.length);
    store.writer.run(`INSERT INTO ${index.table} (k, r) VALUES (?, ?)`, key, row);
  }
  store.catalogue.markMultikey(index, multikey);
}

/** A transaction may only index what it has made itself and not filled yet. */
function addPending(call: Call, collection: Collection, specification: Document): void {
  if (!isPending(collection) || call.transaction!.recordsOf(collection)) {
    throw new MongoError(263, 'Cannot create new indexes on existing collection in a multi-document transaction.');
  }
  collection.indexes.push(call.server.store.catalogue.prepareIndex(specification));
}

function createIndexes(call: Call): Reply {
  const { store } = call.server;
  const entries = call.list('indexes').map(({ document }) => normaliseSpecification(document));
  if (entries.length === 0) throw new MongoError(2, 'Must specify at least one index to create');
  const isNew = call.collection === undefined;
  const collection = call.collectionOrCreate();
  const numIndexesBefore = collection.indexes.length;
  for (const specification of entries) {
    if (existsAlready(collection, specification)) continue;
    if (call.transaction) {
      addPending(call, collection, specification);
      continue;
    }
    const index = store.catalogue.addIndex(collection, specification, ++store.sequence);
    try {
      fill(call, collection, index);
    } catch (error) {
      store.catalogue.removeIndex(collection, index);
      throw error;
    }
  }
  const numIndexesAfter = collection.indexes.length;
  const reply: Reply = { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically: isNew };
  if (numIndexesAfter === numIndexesBefore) reply.note = 'all indexes already exist';
  return { ...reply, ok };
}

export function findIndexes(collection: Collection, wanted: Value | undefined): Index[] {
  if (wanted === '*') return collection.indexes.slice(1);
  if (Array.isArray(wanted)) return wanted.flatMap((name) => findIndexes(collection, name));
  const found = collection.indexes.find((index) =>
    isDocument(wanted) ? keyText(index.specification.key as Document) === keyText(wanted) : index.name === wanted,
  );
  if (!found)
    throw new MongoError(
      27,
      isDocument(wanted)
        ? `can't find index with key: ${JSON.stringify(wanted)}`
        : `index not found with name [${String(wanted)}]`,
    );
  if (found.name === '_id_') throw new MongoError(72, 'cannot drop _id index');
  return [found];
}

export function requireCollection(call: Call): Collection {
  const { collection } = call;
  if (!collection) throw new MongoError(26, `ns does not exist: ${call.database}.${call.collectionName}`);
  return collection;
}

function dropIndexes(call: Call): Reply {
  const collection = requireCollection(call);
  const nIndexesWas = collection.indexes.length;
  for (const index of findIndexes(collection, call.body.index))
    call.server.store.catalogue.removeIndex(collection, index);
  return { nIndexesWas, ok };
}

async function listIndexes(call: Call): Promise<Reply> {
  const collection = requireCollection(call);
  const documents = collection.indexes.map((index) => new Raw(encodeDocument(index.specification)));
  return firstBatch(call, `${call.database}.${call.collectionName}`, [documents][Symbol.iterator](), 1000, false);
}

export const indexCommands: Command[] = [
  { names: ['createIndexes'], inTransaction: true, isWrite: true, run: createIndexes },
  { names: ['dropIndexes', 'deleteIndexes'], isWrite: true, run: dropIndexes },
  { names: ['listIndexes'], run: listIndexes },
];
