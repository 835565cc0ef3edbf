import type { Document } from 'mongodb';
import { MongoServerError } from 'mongodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { useServer } from './use-server.ts';

const running = useServer();

async function refusal(command: Document, database = 'test'): Promise<MongoServerError> {
  const error = await running.client
    .db(database)
    .command(command)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MongoServerError);
  return error as MongoServerError;
}

beforeAll(async () => {
  await running.db.collection('some').insertOne({ a: 1, b: [1, 2], loc: [1, 2] });
});

const notImplemented = 238;

function find(filter: Document) {
  return { find: 'some', filter };
}

function stage(name: string, operand: unknown = {}) {
  return [name, operand] as const;
}

describe('rejects features of MongoDB that this server lacks, and names them', () => {
  test.each([
    ['$where', { $where: 'true' }],
    ['$text', { $text: { $search: 'a' } }],
    ['$jsonSchema', { $jsonSchema: { required: ['a'] } }],
    ['$near', { loc: { $near: [1, 2] } }],
    ['$nearSphere', { loc: { $nearSphere: [1, 2] } }],
    ['$geoWithin', { loc: { $geoWithin: { $center: [[1, 2], 3] } } }],
    ['$geoIntersects', { loc: { $geoIntersects: { $geometry: {} } } }],
    ['$function', { $expr: { $function: { body: 'x', args: [], lang: 'js' } } }],
    ['$median', { $expr: { $median: { input: '$b', method: 'approximate' } } }],
    ['$meta', { $expr: { $meta: 'textScore' } }],
    ['$toHashedIndexKey', { $expr: { $toHashedIndexKey: '$a' } }],
  ])('the operator %s in a filter', async (name, filter) => {
    for (const command of [
      find(filter),
      { count: 'some', query: filter },
      { aggregate: 'some', pipeline: [{ $match: filter }], cursor: {} },
      { update: 'some', updates: [{ q: filter, u: { $set: { a: 1 } } }] },
      { delete: 'some', deletes: [{ q: filter, limit: 1 }] },
      { findAndModify: 'some', query: filter, remove: true },
    ]) {
      const error = await refusalOf(command);
      expect(error).toMatchObject({ code: notImplemented });
      expect(error.message).toContain(name);
    }
  });

  test.each([
    stage('$graphLookup'),
    stage('$setWindowFields'),
    stage('$densify'),
    stage('$fill'),
    stage('$redact', '$$KEEP'),
    stage('$bucketAuto'),
    stage('$geoNear'),
    stage('$search'),
    stage('$searchMeta'),
    stage('$vectorSearch'),
    stage('$changeStream'),
    stage('$indexStats'),
    stage('$collStats'),
    stage('$planCacheStats'),
  ])('the stage %s', async (name, operand) => {
    const pipelines = [
      [{ [name]: operand }],
      [{ $match: {} }, { $facet: { inner: [{ [name]: operand }] } }],
      [{ $lookup: { from: 'some', pipeline: [{ [name]: operand }], as: 'x' } }],
    ];
    for (const pipeline of pipelines) {
      const error = await refusal({ aggregate: 'some', pipeline, cursor: {} });
      expect(error.code).toBe(notImplemented);
      expect(error.message).toContain(name);
    }
  });

  test.each([
    ['$accumulator', { $accumulator: {} }],
    ['$median', { $median: { input: '$a', method: 'approximate' } }],
    ['$percentile', { $percentile: { input: '$a', p: [0.5], method: 'approximate' } }],
  ])('the accumulator %s', async (name, accumulator) => {
    const pipeline = [{ $group: { _id: null, r: accumulator } }];
    const error = await refusal({ aggregate: 'some', pipeline, cursor: {} });
    expect(error.code).toBe(notImplemented);
    expect(error.message).toContain(name);
  });

  test.each([
    ['capped', { create: 'x', capped: true, size: 4096 }],
    ['timeseries', { create: 'x', timeseries: { timeField: 't' } }],
    ['viewOn', { create: 'x', viewOn: 'some', pipeline: [] }],
    ['clusteredIndex', { create: 'x', clusteredIndex: { key: { _id: 1 }, unique: true } }],
    ['collation', { create: 'x', collation: { locale: 'en' } }],
    ['changeStreamPreAndPostImages', { create: 'x', changeStreamPreAndPostImages: { enabled: true } }],
    ['encryptedFields', { create: 'x', encryptedFields: { fields: [] } }],
    ['$jsonSchema', { create: 'x', validator: { $jsonSchema: {} } }],
    ['validationAction', { create: 'x', validator: { a: 1 }, validationAction: 'warn' }],
    ['validationLevel', { create: 'x', validator: { a: 1 }, validationLevel: 'moderate' }],
    ['text', { createIndexes: 'some', indexes: [{ key: { a: 'text' }, name: 'x' }] }],
    ['hashed', { createIndexes: 'some', indexes: [{ key: { a: 'hashed' }, name: 'x' }] }],
    ['2dsphere', { createIndexes: 'some', indexes: [{ key: { a: '2dsphere' }, name: 'x' }] }],
    ['2d', { createIndexes: 'some', indexes: [{ key: { a: '2d' }, name: 'x' }] }],
    ['wildcard', { createIndexes: 'some', indexes: [{ key: { '$**': 1 }, name: 'x' }] }],
    ['collation', { createIndexes: 'some', indexes: [{ key: { a: 1 }, name: 'x', collation: { locale: 'en' } }] }],
    ['tailable', { find: 'some', tailable: true }],
    ['awaitData', { find: 'some', awaitData: true }],
    ['min', { find: 'some', min: { a: 1 }, hint: { a: 1 } }],
    ['max', { find: 'some', max: { a: 1 }, hint: { a: 1 } }],
    ['returnKey', { find: 'some', returnKey: true }],
    ['showRecordId', { find: 'some', showRecordId: true }],
    ['strength', { find: 'some', collation: { locale: 'en', strength: 5 } }],
    ['snapshot', { find: 'some', readConcern: { level: 'snapshot' } }],
    ['atClusterTime', { find: 'some', readConcern: { atClusterTime: 1 } }],
    ['whenMatched', { aggregate: 'some', pipeline: [{ $merge: { into: 'x', whenMatched: [] } }], cursor: {} }],
    ['timeseries', { collMod: 'some', timeseries: {} }],
    ['repair', { validate: 'some', repair: true }],
    [
      'collation',
      { aggregate: 'some', pipeline: [{ $group: { _id: '$a' } }], cursor: {}, collation: { locale: 'en' } },
    ],
    ['(c)', { update: 'some', updates: [{ q: {}, u: [], c: {} }] }],
  ])('the option %s of %o', async (name, command) => {
    const error = await refusalOf(command);
    expect(error).toMatchObject({ code: notImplemented });
    expect(error.message).toContain(name);
  });
});

/** Failures of statements are inside a successful reply. */
async function refusalOf(command: Document): Promise<{ code: number; message: string }> {
  const reply = await running.db.command(command).catch((thrown: unknown) => thrown);
  if (reply instanceof MongoServerError) return { code: Number(reply.code), message: reply.message };
  const [failure] = (reply as Document).writeErrors ?? [];
  expect(failure, `${JSON.stringify(command)} must be refused`).toBeDefined();
  return { code: failure.code, message: failure.errmsg };
}

describe('rejects unknown features as MongoDB does', () => {
  test.each([
    [59, "'nope'", { nope: 1 }],
    [59, "'mapReduce'", { mapReduce: 'some' }],
    [59, "'saslStart'", { saslStart: 1, mechanism: 'PLAIN' }],
    [59, "'eval'", { eval: 'x' }],
    [40324, "'$nope'", { aggregate: 'some', pipeline: [{ $nope: 1 }], cursor: {} }],
    [168, "'$nope'", { aggregate: 'some', pipeline: [{ $project: { x: { $nope: 1 } } }], cursor: {} }],
    [15952, "'$nope'", { aggregate: 'some', pipeline: [{ $group: { _id: 1, x: { $nope: 1 } } }], cursor: {} }],
    [2, 'unknown operator: $nope', find({ a: { $nope: 1 } })],
    [2, 'unknown top level operator: $nope', find({ $nope: 1 })],
    [9, 'Unknown modifier: $nope', { update: 'some', updates: [{ q: {}, u: { $nope: { a: 1 } } }] }],
    [40415, "'find.nope'", { find: 'some', nope: 1 }],
    [40415, "'aggregate.nope'", { aggregate: 'some', pipeline: [], cursor: {}, nope: 1 }],
    [40415, "'count.nope'", { count: 'some', nope: 1 }],
    [40415, "'distinct.nope'", { distinct: 'some', key: 'a', nope: 1 }],
    [40415, "'insert.nope'", { insert: 'some', documents: [{}], nope: 1 }],
    [40415, "'update.nope'", { update: 'some', updates: [{ q: {}, u: {} }], nope: 1 }],
    [
      9,
      'sort with multi=true',
      { update: 'some', updates: [{ q: {}, u: { $set: { a: 1 } }, multi: true, sort: { a: 1 } }] },
    ],
    [14, "'update.updates.sort'", { update: 'some', updates: [{ q: {}, u: { $set: { a: 1 } }, sort: 1 }] }],
    [40415, "'update.updates.nope'", { update: 'some', updates: [{ q: {}, u: {}, nope: 1 }] }],
    [40415, "'delete.nope'", { delete: 'some', deletes: [{ q: {}, limit: 1 }], nope: 1 }],
    [40415, "'delete.deletes.nope'", { delete: 'some', deletes: [{ q: {}, limit: 1, nope: 1 }] }],
    [40415, "'findAndModify.nope'", { findAndModify: 'some', remove: true, nope: 1 }],
    [40415, "'create.nope'", { create: 'x', nope: 1 }],
    [40415, "'drop.nope'", { drop: 'x', nope: 1 }],
    [40415, "'dropIndexes.nope'", { dropIndexes: 'some', index: '*', nope: 1 }],
    [40415, "'createIndexes.nope'", { createIndexes: 'some', indexes: [{ key: { a: 1 }, name: 'a' }], nope: 1 }],
    [197, "'nope'", { createIndexes: 'some', indexes: [{ key: { a: 1 }, name: 'a', nope: 1 }] }],
    [40415, "'collMod.nope'", { collMod: 'some', nope: 1 }],
    [40415, "'listCollections.nope'", { listCollections: 1, nope: 1 }],
    [40415, "'listIndexes.nope'", { listIndexes: 'some', nope: 1 }],
    [40415, "'explain.nope'", { explain: { find: 'some' }, nope: 1 }],
    [40415, "'getMore.nope'", { getMore: 1n, collection: 'some', nope: 1 }],
    [2, "'readConcern.level'", { find: 'some', readConcern: { level: 'nope' } }],
    [9, 'nope', { aggregate: 'some', pipeline: [{ $lookup: { from: 'x', as: 'y', nope: 1 } }], cursor: {} }],
    [40415, '$merge.nope', { aggregate: 'some', pipeline: [{ $merge: { into: 'x', nope: 1 } }], cursor: {} }],
  ])('code %i with %s', async (code, text, command) => {
    const error = await refusalOf(command);
    expect(error.message).toContain(text);
    expect(error.code).toBe(code);
  });

  test.each([
    [322, 'version', { ping: 1, apiVersion: '2' }],
    [323, 'serverStatus', { serverStatus: 1, apiVersion: '1', apiStrict: true }],
    [
      323,
      '$listLocalSessions',
      { aggregate: 1, pipeline: [{ $listLocalSessions: {} }], cursor: {}, apiVersion: '1', apiStrict: true },
    ],
    [2, 'apiVersion', { ping: 1, apiStrict: true }],
    [13, 'admin', { renameCollection: 'test.some', to: 'test.other' }],
    [13, 'admin', { listDatabases: 1 }],
  ])('code %i about %s', async (code, text, command) => {
    const error = await refusal(command);
    expect(error).toMatchObject({ code });
    expect(error.message).toContain(text);
    if (code > 300) expect(error).toHaveProperty('codeName', code === 322 ? 'APIVersionError' : 'APIStrictError');
  });
});
