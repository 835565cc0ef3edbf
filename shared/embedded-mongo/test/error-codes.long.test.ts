import { type Document, Long, UUID } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRaw, type RawConnection } from './raw-client.ts';
import { useServer } from './use-server.ts';

const running = useServer();

let connection: RawConnection;

beforeAll(async () => {
  connection = await openRaw(running.server.uri);
});

afterAll(() => connection.close());

/** Returns the reply exactly as sent over the wire. */
function send(command: Document, database = 'codes'): Promise<Document> {
  return connection.send({ ...command, $db: database });
}

function lsid() {
  return { id: new UUID().toBinary() };
}

function inTransaction(session: Document, number: number) {
  return { lsid: session, txnNumber: Long.fromNumber(number), autocommit: false };
}

beforeEach(async () => {
  await running.client.db('codes').dropDatabase();
  await send({ createIndexes: 'some', indexes: [{ key: { email: 1 }, name: 'email_1', unique: true, sparse: true }] });
  await send({
    insert: 'some',
    documents: [
      { _id: 1, email: 'ada', n: 1 },
      { _id: 2, email: 'bob' },
    ],
  });
});

describe('11000 carries keyPattern and keyValue', () => {
  const byEmail = { code: 11000, keyPattern: { email: 1 }, keyValue: { email: 'ada' } };
  const byId = { code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } };

  test.each([
    ['insert', { insert: 'some', documents: [{ email: 'ada' }] }, byEmail],
    ['insert of an _id', { insert: 'some', documents: [{ _id: 1 }] }, byId],
    ['update', { update: 'some', updates: [{ q: { _id: 2 }, u: { $set: { email: 'ada' } } }] }, byEmail],
    ['replacement', { update: 'some', updates: [{ q: { _id: 2 }, u: { email: 'ada' } }] }, byEmail],
    ['upsert', { update: 'some', updates: [{ q: { _id: 3 }, u: { $set: { email: 'ada' } }, upsert: true }] }, byEmail],
  ])('in the write error of an %s', async (_name, command, expected) => {
    const reply = await send(command);
    expect(reply).toMatchObject({ ok: 1, writeErrors: [{ index: 0, ...expected }] });
    expect(reply.writeErrors[0].errmsg).toMatch(/^E11000 duplicate key error collection: codes\.some index: /);
  });

  test('in the reply of findAndModify', async () => {
    const change = { findAndModify: 'some', query: { _id: 2 }, update: { $set: { email: 'ada' } } };
    expect(await send(change)).toMatchObject({ ok: 0, codeName: 'DuplicateKey', ...byEmail });
    const upsert = { findAndModify: 'some', query: { _id: 3 }, update: { $set: { email: 'ada' } }, upsert: true };
    expect(await send(upsert)).toMatchObject({ ok: 0, ...byEmail });
  });

  test('inside a transaction, which then ends', async () => {
    const session = lsid();
    const insert = { insert: 'some', documents: [{ email: 'ada' }], startTransaction: true };
    expect(await send({ ...insert, ...inTransaction(session, 1) })).toMatchObject({ writeErrors: [byEmail] });
    const commit = await send({ commitTransaction: 1, ...inTransaction(session, 1) }, 'admin');
    expect(commit).toMatchObject({ ok: 0, code: 251, errorLabels: ['TransientTransactionError'] });
  });

  test('when a unique index is built over duplicate values', async () => {
    await send({ insert: 'some', documents: [{ _id: 5, n: 1 }] });
    const reply = await send({ createIndexes: 'some', indexes: [{ key: { n: 1 }, name: 'n_1', unique: true }] });
    expect(reply).toMatchObject({ ok: 0, code: 11000, keyPattern: { n: 1 }, keyValue: { n: 1 } });
  });
});

describe('transactions', () => {
  test('fail immediately on a write conflict, which is transient', async () => {
    const [first, second] = [lsid(), lsid()];
    const update = { update: 'some', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }], startTransaction: true };
    expect(await send({ ...update, ...inTransaction(first, 1) })).toMatchObject({ ok: 1, nModified: 1 });
    const conflict = await send({ ...update, ...inTransaction(second, 1) });
    expect(conflict).toMatchObject({ ok: 0, code: 112, codeName: 'WriteConflict' });
    expect(conflict.errorLabels).toContain('TransientTransactionError');
  });

  test('have distinct codes if unknown, ended, committed, old, or misused', async () => {
    const session = lsid();
    const find = { find: 'some' };
    expect(await send({ ...find, ...inTransaction(session, 5) })).toMatchObject({
      code: 251,
      codeName: 'NoSuchTransaction',
      errorLabels: ['TransientTransactionError'],
    });
    await send({ ...find, startTransaction: true, ...inTransaction(session, 6) });
    await send({ commitTransaction: 1, ...inTransaction(session, 6) }, 'admin');
    expect(await send({ ...find, ...inTransaction(session, 6) })).toMatchObject({
      code: 256,
      codeName: 'TransactionCommitted',
    });
    expect(await send({ ...find, startTransaction: true, ...inTransaction(session, 4) })).toMatchObject({ code: 225 });
    const misused = await send({ drop: 'some', startTransaction: true, ...inTransaction(session, 7) });
    expect(misused).toMatchObject({ code: 263, codeName: 'OperationNotSupportedInTransaction' });
    const late = { ...find, readConcern: { level: 'snapshot' }, ...inTransaction(session, 8) };
    await send({ ...find, startTransaction: true, ...inTransaction(session, 8) });
    expect(await send(late)).toMatchObject({ code: 72, codeName: 'InvalidOptions' });
    const concerned = { ...find, writeConcern: { w: 1 }, ...inTransaction(session, 8) };
    expect(await send(concerned)).toMatchObject({ code: 72 });
  });
});

describe('cursors', () => {
  test('cannot be read if closed, of another namespace, or of another session', async () => {
    const session = lsid();
    const { cursor } = await send({ find: 'some', batchSize: 1, lsid: session });
    const more = { getMore: cursor.id, collection: 'some', lsid: session };
    const bigints = (id: unknown) => Long.fromString(String(id));
    const own = { ...more, getMore: bigints(cursor.id) };
    expect(await send({ ...own, collection: 'other' })).toMatchObject({ code: 13, codeName: 'Unauthorized' });
    expect(await send({ ...own, lsid: lsid() })).toMatchObject({ code: 13, codeName: 'Unauthorized' });
    expect(await send({ ...own, maxTimeMS: 5 })).toMatchObject({ code: 2 });
    expect(await send({ ...own, batchSize: -1 })).toMatchObject({ code: 2 });
    expect((await send(own)).cursor.nextBatch).toHaveLength(1);
    expect(await send(own)).toMatchObject({ code: 43, codeName: 'CursorNotFound' });
  });
});

function update(u: unknown, rest: Document = {}) {
  return { update: 'some', updates: [{ q: { _id: 1 }, u, ...rest }] };
}

describe('each mistake gets the code that MongoDB uses', () => {
  test.each<[number, string, Document]>([
    [2, 'BadValue', { find: 'some', filter: { a: { $size: -1 } } }],
    [2, 'BadValue', { find: 'some', hint: 'nope' }],
    [2, 'BadValue', update({ $set: { 'n.$': 1 } })],
    [9, 'FailedToParse', { findAndModify: 'some' }],
    [9, 'FailedToParse', { aggregate: 'some', pipeline: [] }],
    [9, 'FailedToParse', update({ $set: 1 })],
    [2, 'BadValue', { explain: { find: 'some' }, verbosity: 'loud' }],
    [14, 'TypeMismatch', { find: 'some', filter: 1 }],
    [14, 'TypeMismatch', { find: 'some', maxTimeMS: 'a' }],
    [14, 'TypeMismatch', update({ $inc: { email: 1 } })],
    [14, 'TypeMismatch', update({ $set: { n: 1 } }, { multi: 1 })],
    [14, 'TypeMismatch', { findAndModify: 'some', query: new UUID().toBinary(), remove: true }],
    [14, 'TypeMismatch', { findAndModify: 'some', query: [], update: { $set: { n: 1 } } }],
    [14, 'TypeMismatch', { findAndModify: 'some', query: {}, sort: 'n', remove: true }],
    [14, 'TypeMismatch', { findAndModify: 'some', query: {}, remove: 'yes' }],
    [16, 'InvalidLength', { insert: 'some', documents: [] }],
    [20, 'IllegalOperation', { renameCollection: 'codes.some', to: 'codes.some' }],
    [26, 'NamespaceNotFound', { listIndexes: 'nope' }],
    [26, 'NamespaceNotFound', { dropIndexes: 'nope', index: '*' }],
    [26, 'NamespaceNotFound', { collMod: 'nope' }],
    [26, 'NamespaceNotFound', { renameCollection: 'codes.nope', to: 'codes.x' }],
    [27, 'IndexNotFound', { dropIndexes: 'some', index: 'nope' }],
    [27, 'IndexNotFound', { dropIndexes: 'some', index: { nope: 1 } }],
    [28, 'PathNotViable', update({ $set: { 'email.x': 1 } })],
    [40, 'ConflictingUpdateOperators', update({ $set: { a: 1 }, $inc: { a: 1 } })],
    [43, 'CursorNotFound', { getMore: Long.fromNumber(7), collection: 'some' }],
    [48, 'NamespaceExists', { create: 'some' }],
    [48, 'NamespaceExists', { renameCollection: 'codes.other', to: 'codes.some' }],
    [52, 'DollarPrefixedFieldName', update({ $set: { $b: 1 } })],
    [52, 'DollarPrefixedFieldName', { insert: 'some', documents: [{ _id: { $a: 1 } }] }],
    [53, 'InvalidIdField', { insert: 'some', documents: [{ _id: [1] }] }],
    [56, 'EmptyFieldName', update({ $set: { 'a..b': 1 } })],
    [66, 'ImmutableField', update({ $set: { _id: 9 } })],
    [66, 'ImmutableField', update({ _id: 9 })],
    [66, 'ImmutableField', update([{ $set: { _id: 9 } }])],
    [67, 'CannotCreateIndex', { createIndexes: 'some', indexes: [{ key: { a: 'nope' }, name: 'x' }] }],
    [
      67,
      'CannotCreateIndex',
      {
        createIndexes: 'some',
        indexes: [{ key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $exists: false } } }],
      },
    ],
    [
      72,
      'InvalidOptions',
      { aggregate: 'some', pipeline: [{ $out: 'other' }], cursor: {}, readConcern: { level: 'linearizable' } },
    ],
    [72, 'InvalidOptions', { dropIndexes: 'some', index: '_id_' }],
    [73, 'InvalidNamespace', { create: 'a$b' }],
    [73, 'InvalidNamespace', { insert: '', documents: [{}] }],
    [85, 'IndexOptionsConflict', { createIndexes: 'some', indexes: [{ key: { email: 1 }, name: 'other' }] }],
    [86, 'IndexKeySpecsConflict', { createIndexes: 'some', indexes: [{ key: { n: 1 }, name: 'email_1' }] }],
    [171, 'CannotIndexParallelArrays', { insert: 'pairs', documents: [{ a: [1], b: [2] }] }],
    [40414, 'Location40414', { insert: 'some' }],
    [51024, 'Location51024', { find: 'some', skip: -1 }],
  ])('%i %s', async (code, codeName, command) => {
    await send({ create: 'other' });
    await send({ createIndexes: 'pairs', indexes: [{ key: { a: 1, b: 1 }, name: 'both' }] });
    const reply = await send(command, 'renameCollection' in command ? 'admin' : 'codes');
    const [failure = reply] = reply.writeErrors ?? [];
    expect(failure, JSON.stringify(reply)).toMatchObject({ code });
    if (failure === reply) expect(reply).toMatchObject({ ok: 0, codeName });
  });

  test('121 for documents that fail a validator, with the document and the rule', async () => {
    await send({ create: 'checked', validator: { n: { $gt: 0 } } });
    const reply = await send({ insert: 'checked', documents: [{ _id: 7, n: 0 }] });
    expect(reply.writeErrors[0]).toMatchObject({
      code: 121,
      errInfo: { failingDocumentId: 7, details: { failedValidator: { n: { $gt: 0 } } } },
    });
  });

  test('40571 for a message without a database', async () => {
    expect(await connection.send({ ping: 1 })).toMatchObject({ code: 40571 });
  });

  test('79 and 100 for a successful write whose write concern cannot be met', async () => {
    const insert = (writeConcern: Document) => ({ insert: 'some', documents: [{}], writeConcern });
    expect(await send(insert({ w: 3 }))).toMatchObject({ ok: 1, n: 1, writeConcernError: { code: 100 } });
    expect(await send(insert({ w: 'rack' }))).toMatchObject({ ok: 1, n: 1, writeConcernError: { code: 79 } });
  });
});

describe('50 for operations that exceed their time limit', () => {
  beforeEach(async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => ({ _id: at + 10, n: at, text: 'x'.repeat(50) }));
    await running.client.db('codes').collection<{ _id: number }>('some').insertMany(many);
  });

  const slow = { text: { $regex: 'y$' } };

  test.each<[string, Document]>([
    ['find', { find: 'some', filter: slow, maxTimeMS: 1 }],
    ['count', { count: 'some', query: slow, maxTimeMS: 1 }],
    ['distinct', { distinct: 'some', key: 'n', query: slow, maxTimeMS: 1 }],
    ['aggregate', { aggregate: 'some', pipeline: [{ $match: slow }], cursor: {}, maxTimeMS: 1 }],
    ['update', { update: 'some', updates: [{ q: {}, u: { $inc: { m: 1 } }, multi: true }], maxTimeMS: 1 }],
    ['delete', { delete: 'some', deletes: [{ q: { m: { $exists: true } }, limit: 0 }], maxTimeMS: 1 }],
    ['update of one', { update: 'some', updates: [{ q: slow, u: { $inc: { m: 1 } } }], maxTimeMS: 1 }],
    ['delete of one', { delete: 'some', deletes: [{ q: slow, limit: 1 }], maxTimeMS: 1 }],
    ['findAndModify', { findAndModify: 'some', query: slow, remove: true, maxTimeMS: 1 }],
  ])('%s', async (_name, command) => {
    expect(await send(command)).toMatchObject({ ok: 0, code: 50, codeName: 'MaxTimeMSExpired' });
  });

  test('getMore, from the remaining time of its cursor', async () => {
    const { cursor } = await send({ find: 'some', filter: slow, batchSize: 0, maxTimeMS: 1 });
    const more = { getMore: Long.fromString(String(cursor.id)), collection: 'some' };
    expect(await send(more)).toMatchObject({ ok: 0, code: 50 });
  });
});
