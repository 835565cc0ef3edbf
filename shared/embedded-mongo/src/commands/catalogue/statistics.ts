import { badValue, MongoError } from '../../errors.ts';
import type { Collection } from '../../storage/collection.ts';
import type { Call, Command } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { countAll } from '../reading/count.ts';

/** Sizes are sampled, because adding up a million documents would block all other clients. */
const sampleRows = 200;

function averageSize(call: Call, collection: Collection): number {
  const sql = `SELECT avg(length(doc)) FROM (SELECT doc FROM ${collection.table} LIMIT ${sampleRows})`;
  return Math.round(call.engine.store.writer.get<[number | null]>(sql)![0] ?? 0);
}

/** Divisor for reported sizes, for example 1024 for kilobytes. */
function scaleOf(call: Call): number {
  const scale = call.number('scale', 1);
  if (scale < 1) throw badValue(`BSON field '${call.name}.scale' value must be >= 1, actual value '${scale}'`);
  return scale;
}

function collStats(call: Call): Reply {
  const { collection } = call;
  const scaleFactor = scaleOf(call);
  if (!collection) return { ns: `${call.database}.${call.collectionName}`, count: 0, size: 0, nindexes: 0, ok };
  const count = countAll(call, collection);
  const avgObjSize = averageSize(call, collection);
  return {
    ns: `${call.database}.${call.collectionName}`,
    count,
    avgObjSize,
    size: Math.floor((count * avgObjSize) / scaleFactor),
    storageSize: Math.floor((count * avgObjSize) / scaleFactor),
    nindexes: collection.indexes.length,
    capped: false,
    scaleFactor,
    ok,
  };
}

function dbStats(call: Call): Reply {
  const scaleFactor = scaleOf(call);
  const collections = call.engine.store.catalogue.list(call.database);
  const objects = collections.reduce((sum, collection) => sum + countAll(call, collection), 0);
  const dataSize = collections.reduce(
    (sum, collection) => sum + countAll(call, collection) * averageSize(call, collection),
    0,
  );
  return {
    db: call.database,
    collections: collections.length,
    views: 0,
    objects,
    avgObjSize: objects === 0 ? 0 : dataSize / objects,
    dataSize: dataSize / scaleFactor,
    storageSize: call.engine.store.sizeBytes / scaleFactor,
    indexes: collections.reduce((sum, collection) => sum + collection.indexes.length, 0),
    scaleFactor,
    ok,
  };
}

function validate(call: Call): Reply {
  const { collection } = call;
  if (!collection)
    throw new MongoError(26, `Collection '${call.database}.${call.collectionName}' does not exist to validate.`);
  const [result] = call.engine.store.writer.get<[string]>('PRAGMA quick_check(1)')!;
  return {
    ns: `${call.database}.${call.collectionName}`,
    valid: result === 'ok',
    errors: result === 'ok' ? [] : [result],
    ok,
  };
}

export const statisticsCommands: Command[] = [
  { names: ['collStats', 'collstats'], fields: ['scale'], run: collStats },
  { names: ['dbStats', 'dbstats'], fields: ['scale', 'freeStorage'], run: dbStats },
  {
    names: ['validate'],
    fields: ['full', 'metadata', 'checkBSONConformance'],
    refusedFields: ['repair', 'background', 'fixMultikey'],
    run: validate,
  },
];
