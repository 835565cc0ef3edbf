import { type Connection, createConnection, Schema } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useServer } from './use-server.ts';

const running = useServer();
const contactSchema = new Schema(
  { email: { type: String, unique: true, required: true }, tags: [String], score: { type: Number, default: 0 } },
  { timestamps: true, optimisticConcurrency: true },
);

let connection: Connection;

function contactModel() {
  return connection.model('Contact', contactSchema);
}

beforeAll(async () => {
  connection = await createConnection(running.server.uri, { dbName: 'mongoose' }).asPromise();
  await contactModel().init();
});

afterAll(() => connection.close());

describe('mongoose 9 configured with only the URI', () => {
  test('builds the indexes of its schemas and enforces their uniqueness', async () => {
    const Contact = contactModel();
    await Contact.create({ email: 'ada@example.org' });
    const twice = Contact.create({ email: 'ada@example.org' });
    await expect(twice).rejects.toMatchObject({ code: 11000, keyPattern: { email: 1 } });
    expect(Object.keys(await Contact.collection.indexInformation())).toContain('email_1');
  });

  test('finds, populates dates, updates, and detects a lost race', async () => {
    const Contact = contactModel();
    await Contact.create({ email: 'grace@example.org', tags: ['a'] });
    const [first, second] = [
      await Contact.findOne({ email: 'grace@example.org' }).orFail(),
      await Contact.findOne({ tags: 'a' }).orFail(),
    ];
    first.tags.push('b');
    await first.save();
    expect(first.updatedAt).toBeInstanceOf(Date);
    second.set('tags', ['c']);
    await expect(second.save()).rejects.toMatchObject({ name: 'VersionError' });
    const updated = await Contact.findOneAndUpdate(
      { email: 'grace@example.org' },
      { $inc: { score: 2 }, $addToSet: { tags: 'z' } },
      { returnDocument: 'after' },
    );
    expect(updated).toMatchObject({ score: 2, tags: ['a', 'b', 'z'] });
  });

  test('aggregates, counts, and writes in bulk', async () => {
    const Contact = contactModel();
    const emails = ['x1@example.org', 'x2@example.org', 'x3@example.org'];
    await Contact.bulkWrite(emails.map((email) => ({ insertOne: { document: { email, tags: ['bulk'] } } })));
    expect(await Contact.countDocuments({ tags: 'bulk' })).toBe(emails.length);
    const groups = await Contact.aggregate([
      { $match: { tags: 'bulk' } },
      { $unwind: '$tags' },
      { $group: { _id: '$tags', n: { $sum: 1 } } },
    ]);
    expect(groups).toEqual([{ _id: 'bulk', n: emails.length }]);
  });

  test('commits and rolls back transactions', async () => {
    const Contact = contactModel();
    await connection.transaction(async (session) => {
      await Contact.create([{ email: 'kept@example.org' }], { session });
    });
    const failing = connection.transaction(async (session) => {
      await Contact.create([{ email: 'lost@example.org' }], { session });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await Contact.exists({ email: 'kept@example.org' })).not.toBeNull();
    expect(await Contact.exists({ email: 'lost@example.org' })).toBeNull();
  });
});
