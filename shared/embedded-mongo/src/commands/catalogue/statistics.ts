import { MongoError } from '../../errors.ts';
import type { Collection } from '../../storage/collection.ts';
import type { Call, Command } from '../command.ts';
import { ok, type Reply } from '../error-reply.ts';
import { countAll } from '../reading/count.ts';

/** Sizes are sampled: adding up a million documents would hold everybody up. */
const sampleRows = 200;

function averageSize(call: Call, collection: Collection): number {
  const sql = `SELECT avg(length(doc)) FROM (SELECT doc FROM ${collection.table} LIMIT ${sampleRows})`;
  return Math.round(call.server.store.writer.get<[number | null]>(sql)![0] ?? 0);
}

function collStats(call: Call): Reply {
  const { collection } = call;
  if (!collection) return { ns: `${call.database}.${call.collectionName}`, count: 0, size: 0, nindexes: 0, ok };
  const count = countAll(call, collection);
  const avgObjSize = averageSize(call, collection);
  return {
    ns: `${call.database}.${call.collectionName}`,
    count,
    avgObjSize,
    size: count * avgObjSize,
    storageSize: count * avgObjSize,
    nindexes: collection.indexes.length,
    capped: false,
    ok,
  };
}

function dbStats(call: Call): Reply {
  const collections = call.server.store.catalogue.list(call.database);
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
    dataSize,
    storageSize: call.server.store.sizeBytes,
    indexes: collections.reduce((sum, collection) => sum + collection.indexes.length, 0),
    ok,
  };
}

function validate(call: Call): Reply {
  const { collection } = call;
  if (!collection)
    throw new MongoError(26, `Collection '${call.database}.${call.collectionName}' does not exist to validate.`);
  const [result] = call.server.store.writer.get<[string]>('PRAGMA quick_check(1)')!;
  return {
    ns: `${call.database}.${call.collectionName}`,
    valid: result === 'ok',
    errors: result === 'ok' ? [] : [result],
    ok,
  };
}

export const statisticsCommands: Command[] = [
  { names: ['collStats', 'collstats'], run: collStats },
  { names: ['dbStats', 'dbstats'], run: dbStats },
  { names: ['validate'], run: validate },
];
