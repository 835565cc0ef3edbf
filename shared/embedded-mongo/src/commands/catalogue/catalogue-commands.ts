import { encodeDocument, Raw } from '../../bson/encode.ts';
import { type Document, isDocument } from '../../bson/values.ts';
import { MongoError, notSupported } from '../../errors.ts';
import { compileMatcher } from '../../query/match.ts';
import { type Collection, splitNamespace } from '../../storage/collection.ts';
import type { Call, Command } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { firstBatch } from '../reading/find.ts';
import { checkValidation } from './collection-changes.ts';

const refusedOptions = ['capped', 'timeseries', 'viewOn', 'pipeline', 'clusteredIndex', 'changeStreamPreAndPostImages'];
const silentOptions = [
  'create',
  'writeConcern',
  'comment',
  'lsid',
  'autoIndexId',
  'flags',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'maxTimeMS',
];

function create(call: Call): Reply {
  const { body } = call;
  for (const option of refusedOptions) {
    const value = body[option];
    if (value !== undefined && value !== false && !(isDocument(value) && Object.keys(value).length === 0)) {
      throw notSupported(`the collection option ${option}`);
    }
  }
  if (isDocument(body.collation) && body.collation.locale !== 'simple')
    throw notSupported('the collection option collation');
  if (call.collection) throw new MongoError(48, `Collection ${call.database}.${call.collectionName} already exists.`);
  checkValidation(body);
  const kept = Object.entries(body).filter(([name]) => !name.startsWith('$') && !silentOptions.includes(name));
  call.create(Object.fromEntries(kept));
  return { ok };
}

function drop(call: Call): Reply {
  const { collection } = call;
  if (!collection) return { ok };
  const nIndexesWas = collection.indexes.length;
  call.server.store.catalogue.drop(collection);
  return { nIndexesWas, ns: `${call.database}.${call.collectionName}`, ok };
}

function dropDatabase(call: Call): Reply {
  for (const collection of call.server.store.catalogue.list(call.database))
    call.server.store.catalogue.drop(collection);
  return { dropped: call.database, ok };
}

function renameCollection(call: Call): Reply {
  const { catalogue } = call.server.store;
  const source = catalogue.find(...splitNamespace(call.body.renameCollection));
  if (!source) throw new MongoError(26, `Source collection ${String(call.body.renameCollection)} does not exist`);
  const [database, name] = splitNamespace(call.body.to);
  const target = catalogue.find(database, name);
  if (target && call.body.dropTarget !== true) throw new MongoError(48, 'target namespace exists');
  if (target) catalogue.drop(target);
  catalogue.rename(source, database, name);
  return { ok };
}

function describe(collection: Collection, isBrief: boolean): Document {
  const { name, specification } = collection;
  if (isBrief) return { name, type: 'collection' };
  const options = specification.options as Document;
  return {
    name,
    type: 'collection',
    options,
    info: specification.info!,
    idIndex: collection.indexes[0]!.specification,
  };
}

async function listCollections(call: Call): Promise<Reply> {
  const matches = compileMatcher(call.document('filter'));
  const all = call.server.store.catalogue
    .list(call.database)
    .map((collection) => describe(collection, call.body.nameOnly === true));
  const found = all.filter(matches).map((document) => new Raw(encodeDocument(document)));
  const batchSize =
    isDocument(call.body.cursor) && call.body.cursor.batchSize !== undefined
      ? Number(call.body.cursor.batchSize)
      : 1000;
  return firstBatch(call, `${call.database}.$cmd.listCollections`, [found][Symbol.iterator](), batchSize, false);
}

function listDatabases(call: Call): Reply {
  const { store } = call.server;
  const names = [...new Set(store.catalogue.list().map((collection) => collection.database))].sort();
  const matches = compileMatcher(call.document('filter'));
  const databases: Document[] = names
    .map(
      (name): Document =>
        call.body.nameOnly === true ? { name } : { name, sizeOnDisk: BigInt(store.sizeBytes), empty: false },
    )
    .filter((database) => matches(database));
  return { databases, totalSize: BigInt(store.sizeBytes), totalSizeMb: BigInt(store.sizeBytes >> 20), ok };
}

export const catalogueCommands: Command[] = [
  { names: ['create'], inTransaction: true, isWrite: true, run: create },
  { names: ['drop'], isWrite: true, run: drop },
  { names: ['dropDatabase'], isWrite: true, run: dropDatabase },
  { names: ['renameCollection'], isWrite: true, run: renameCollection },
  { names: ['listCollections'], run: listCollections },
  { names: ['listDatabases'], run: listDatabases },
];
