import { encodeDocument, Raw } from '../../bson/encode.ts';
import { type Document, isDocument, type Value } from '../../bson/values.ts';
import { MongoError } from '../../errors.ts';
import { type Index, normaliseSpecification } from '../../index/index-definition.ts';
import { keyText } from '../../planner/plan.ts';
import { type Collection, isPending } from '../../storage/collection.ts';
import { Breather } from '../breathe.ts';
import type { Call, Command } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { buildIndexes } from './build-indexes.ts';
import { existsAlready } from './existing-index.ts';
import { wholeList } from './whole-list.ts';

/** A transaction can only index a collection that it has created and not filled yet. */
function addPending(call: Call, collection: Collection, specification: Document): void {
  if (existsAlready(collection, specification)) return;
  if (!isPending(collection) || call.transaction!.recordsOf(collection)) {
    throw new MongoError(263, 'Cannot create new indexes on existing collection in a multi-document transaction.');
  }
  collection.indexes.push(call.engine.store.catalogue.prepareIndex(specification));
}

/**
 * Allows one build at a time, and none while open transactions have written to the collection. Their changes have not
 * been checked against the index.
 */
async function untilFree(call: Call, collection: Collection): Promise<void> {
  const breather = new Breather(call.deadline);
  const inTheWay = () => collection.building ?? call.engine.transactions.writerOf(collection)?.ended;
  for (let busy = inTheWay(); busy; busy = inTheWay()) {
    await busy;
    if (breather.isDue) await breather.pause();
  }
}

async function createIndexes(call: Call): Promise<Reply> {
  const entries = call.list('indexes').map(({ document }) => normaliseSpecification(document));
  if (entries.length === 0) throw new MongoError(2, 'Must specify at least one index to create');
  const isNew = call.collection === undefined;
  const collection = call.collectionOrCreate();
  if (!call.transaction) await untilFree(call, collection);
  const numIndexesBefore = collection.indexes.length;
  if (call.transaction) for (const specification of entries) addPending(call, collection, specification);
  else await buildIndexes(call, collection, entries);
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
    call.engine.store.catalogue.indexes.remove(collection, index);
  return { nIndexesWas, ok };
}

async function listIndexes(call: Call): Promise<Reply> {
  const collection = requireCollection(call);
  const complete = collection.indexes.filter((index) => !index.isBuilding);
  const documents = complete.map((index) => new Raw(encodeDocument(index.specification)));
  return wholeList(call, `${call.database}.${call.collectionName}`, documents);
}

export const indexCommands: Command[] = [
  {
    names: ['createIndexes'],
    inTransaction: true,
    isWrite: true,
    fields: ['indexes', 'commitQuorum'],
    run: createIndexes,
  },
  { names: ['dropIndexes', 'deleteIndexes'], isWrite: true, fields: ['index'], run: dropIndexes },
  { names: ['listIndexes'], fields: ['cursor'], run: listIndexes },
];
