import { encodeDocument, Raw } from '../../bson/encode.ts';
import { type Document, isDocument } from '../../bson/values.ts';
import { MongoError, notSupported } from '../../errors.ts';
import { compileMatcher } from '../../query/match.ts';
import { type Collection, splitNamespace } from '../../storage/collection.ts';
import type { Call, Command } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { checkValidation } from './collection-changes.ts';
import { wholeList } from './whole-list.ts';

const keptOptions = ['validator', 'validationLevel', 'validationAction'];
const refusedOptions = `capped size max timeseries expireAfterSeconds viewOn pipeline clusteredIndex
  changeStreamPreAndPostImages encryptedFields storageEngine indexOptionDefaults idIndex`.split(/\s+/);

function create(call: Call): Reply {
  const { body } = call;
  if (isDocument(body.collation) && body.collation.locale !== 'simple')
    throw notSupported('the collection option collation');
  if (call.collection) throw new MongoError(48, `Collection ${call.database}.${call.collectionName} already exists.`);
  checkValidation(body);
  const kept = Object.entries(body).filter(([name]) => keptOptions.includes(name));
  call.create(Object.fromEntries(kept));
  return { ok };
}

function drop(call: Call): Reply {
  const { collection } = call;
  if (!collection) return { ok };
  const nIndexesWas = collection.indexes.length;
  call.engine.store.catalogue.drop(collection);
  return { nIndexesWas, ns: `${call.database}.${call.collectionName}`, ok };
}

function dropDatabase(call: Call): Reply {
  for (const collection of call.engine.store.catalogue.list(call.database))
    call.engine.store.catalogue.drop(collection);
  return { dropped: call.database, ok };
}

function renameCollection(call: Call): Reply {
  const { catalogue } = call.engine.store;
  const source = catalogue.find(...splitNamespace(call.body.renameCollection));
  if (!source) throw new MongoError(26, `Source collection ${String(call.body.renameCollection)} does not exist`);
  const [database, name] = splitNamespace(call.body.to);
  if (source.database === database && source.name === name)
    throw new MongoError(20, "Can't rename a collection to itself");
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
  const all = call.engine.store.catalogue
    .list(call.database)
    .map((collection) => describe(collection, call.body.nameOnly === true));
  const found = all.filter(matches).map((document) => new Raw(encodeDocument(document)));
  return wholeList(call, `${call.database}.$cmd.listCollections`, found);
}

function listDatabases(call: Call): Reply {
  const { store } = call.engine;
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
  {
    names: ['create'],
    inTransaction: true,
    isWrite: true,
    fields: [...keptOptions, 'collation', 'autoIndexId', 'flags'],
    refusedFields: refusedOptions,
    run: create,
  },
  { names: ['drop'], isWrite: true, fields: [], run: drop },
  { names: ['dropDatabase'], isWrite: true, fields: [], run: dropDatabase },
  {
    names: ['renameCollection'],
    isWrite: true,
    isAdministrative: true,
    fields: ['to', 'dropTarget'],
    run: renameCollection,
  },
  {
    names: ['listCollections'],
    fields: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'],
    run: listCollections,
  },
  {
    names: ['listDatabases'],
    isAdministrative: true,
    fields: ['filter', 'nameOnly', 'authorizedDatabases'],
    run: listDatabases,
  },
];
