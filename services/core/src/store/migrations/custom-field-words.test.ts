import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customWords } from '../../domain/fields/custom-fields.ts';
import { testStoreUri } from '../../testing/test-store.ts';
import { disconnectStore, dropStore } from '../connection/connect.ts';
import { customFieldWords } from './3-custom-field-words.ts';

beforeAll(async () => {
  const dbName = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  await mongoose.connect(await testStoreUri(), { dbName, autoIndex: false });
});
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

interface Stored {
  _id: string;
  customFields: object;
  searchWords: string[];
}

test('records of both kinds get current search words, even after an interruption', async () => {
  const db = mongoose.connection.db!;
  const values = { tier: 'gold', seats: 5 };
  for (const name of ['contacts', 'companies']) {
    await db.collection<Stored>(name).insertMany([
      { _id: `${name}1`, customFields: values, searchWords: ['ad', 'ada'] },
      { _id: `${name}2`, customFields: {}, searchWords: ['eve'] },
    ]);
  }
  const saves: unknown[] = [];
  const cutOff = () => Promise.reject(new Error('another instance has taken over'));
  await expect(customFieldWords.run({ db, saved: undefined, log: () => {}, save: cutOff })).rejects.toThrow(
    'taken over',
  );
  await customFieldWords.run({ db, saved: undefined, log: () => {}, save: async (state) => void saves.push(state) });
  await customFieldWords.run({ db, saved: saves.at(-1), log: () => {}, save: async () => undefined });
  for (const name of ['contacts', 'companies']) {
    const found = await db.collection<Stored>(name).find().sort({ _id: 1 }).toArray();
    expect(found.map(({ searchWords }) => searchWords)).toEqual([['ad', 'ada', ...customWords(values)], ['eve']]);
  }
  expect(saves.at(-1)).toEqual({ collection: 'companies', after: 'companies1' });
});
