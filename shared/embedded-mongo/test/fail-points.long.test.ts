import { type Document, MongoClient } from 'mongodb';
import { afterEach, describe, expect, test } from 'vitest';
import { sendCommand } from './raw-client.ts';
import { useServer } from './use-server.ts';

const running = useServer({ failPoints: true });
const without = useServer();

function configure(mode: unknown, data: Document = {}): Promise<Document> {
  return running.client.db('admin').command({ configureFailPoint: 'failCommand', mode, data });
}

afterEach(() => configure('off'));

describe('a fail point', () => {
  test('fails a command the configured number of times, with the label for retryable writes', async () => {
    const data = { failCommands: ['insert'], errorCode: 91 };
    await configure({ times: 2 }, data);
    const error = await running.db
      .collection('some')
      .insertOne({ n: 1 })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 91, codeName: 'ShutdownInProgress' });
    expect(error.hasErrorLabel('RetryableWriteError')).toBe(true);
    await configure({ times: 1 }, data);
    await running.db.collection('some').insertOne({ n: 2 });
    expect(
      await running.db
        .collection('some')
        .find({}, { projection: { _id: 0 } })
        .toArray(),
    ).toEqual([{ n: 2 }]);
  });

  test('closes the connection, and a retried read succeeds', async () => {
    await configure({ times: 1 }, { failCommands: ['find'], closeConnection: true });
    expect(await running.db.collection('nothing').findOne()).toBeNull();
  });

  test('adds a write concern error to a completed write', async () => {
    const writeConcernError = { code: 91, errmsg: 'replication is being shut down' };
    await configure({ times: 1 }, { failCommands: ['insert'], writeConcernError });
    const reply = await running.db.command({ insert: 'concerned', documents: [{ _id: 1 }] }).catch((thrown) => thrown);
    expect(JSON.stringify(reply)).toContain('replication is being shut down');
    expect(await running.db.collection('concerned').countDocuments()).toBe(1);
  });

  test('for one application does not affect others, and skips the configured commands', async () => {
    await configure('alwaysOn', { failCommands: ['ping'], errorCode: 2, appName: 'failing' });
    expect(await running.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    const client = await new MongoClient(running.server.uri, { appName: 'failing' }).connect().catch((error) => error);
    await expect(client.db().command({ ping: 1 })).rejects.toMatchObject({ code: 2 });
    await client.close();
    await configure({ skip: 1 }, { failCommands: ['ping'], errorCode: 2 });
    expect(await running.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    await expect(running.db.command({ ping: 1 })).rejects.toMatchObject({ code: 2 });
  });

  test('for one application fails the first command of its connections', async () => {
    await configure('alwaysOn', { failCommands: ['hello', 'isMaster'], errorCode: 91, appName: 'failing' });
    const hello = { hello: 1, $db: 'admin', client: { application: { name: 'failing' } } };
    expect(await sendCommand(running.server.uri, hello)).toMatchObject({ code: 91 });
    expect(await sendCommand(running.server.uri, { hello: 1, $db: 'admin' })).toMatchObject({ ok: 1 });
  });

  test('marks a failure inside a transaction as transient', async () => {
    await running.db.createCollection('within');
    await configure({ times: 1 }, { failCommands: ['insert'], errorCode: 91 });
    await running.client.withSession(async (session) => {
      session.startTransaction();
      const error = await running.db
        .collection('within')
        .insertOne({ n: 1 }, { session })
        .catch((thrown) => thrown);
      expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
      await session.abortTransaction();
    });
  });

  test('does not end a transaction whose write concern was not met', async () => {
    await running.db.createCollection('concerned within');
    const writeConcernError = { code: 91, errmsg: 'replication is being shut down' };
    await configure({ times: 1 }, { failCommands: ['insert'], writeConcernError });
    await running.client.withSession(async (session) => {
      session.startTransaction();
      const error = await running.db
        .collection('concerned within')
        .insertOne({ n: 1 }, { session })
        .catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 91 });
      expect(error.hasErrorLabel('TransientTransactionError')).toBe(false);
      await session.abortTransaction();
    });
  });

  test('finds a command by either spelling', async () => {
    await configure({ times: 2 }, { failCommands: ['isMaster'], errorCode: 91 });
    await expect(running.db.command({ ismaster: 1 })).rejects.toMatchObject({ code: 91 });
    await expect(running.db.command({ isMaster: 1 })).rejects.toMatchObject({ code: 91 });
  });

  test('that blocks a command past its time limit prevents the command', async () => {
    const items = running.db.collection<{ _id: number }>('blocked');
    await configure({ times: 1 }, { failCommands: ['insert'], blockConnection: true, blockTimeMS: 60_000 });
    await expect(
      running.db.command({ insert: 'blocked', documents: [{ _id: 1 }], maxTimeMS: 1 }),
    ).rejects.toMatchObject({ code: 50 });
    expect(await items.countDocuments()).toBe(0);
  });

  test('is rejected unless the server was started with fail points', async () => {
    const command = { configureFailPoint: 'failCommand', mode: 'off' };
    await expect(without.client.db('admin').command(command)).rejects.toMatchObject({ code: 59 });
  });
});
