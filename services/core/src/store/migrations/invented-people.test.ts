import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStoreUri } from '../../testing/test-store.ts';
import { disconnectStore, dropStore } from '../connection/connect.ts';
import { inventedPeople } from './9-invented-people.ts';

beforeAll(async () => {
  const dbName = `test_${randomUUID().slice(0, 8)}`;
  await mongoose.connect(await testStoreUri(), { dbName, autoIndex: false });
});
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

interface Stored {
  _id: string;
  [field: string]: unknown;
}
function collection(name: string) {
  return mongoose.connection.db!.collection<Stored>(name);
}
/** Contact as stored by 4e38148. */
function contact(_id: string, email: string, more: object = {}): Stored {
  const rest = { source: 'manual', emailStatus: 'valid', stage: 'new', doNotContact: false, tags: [], version: 1 };
  return { _id, workspaceId: 'wsp_1', email, ...rest, ...more };
}

test('marks revealed people and their companies as invented, and survives an interruption', async () => {
  const revealed = { source: 'search', sourceDetail: 'directory: prs_dir_00001-1', companyId: 'com_1' };
  await collection('contacts').insertMany([
    contact('con_1', 'ada@granford.example', revealed),
    contact('con_2', 'bounced@granford.example', { ...revealed, emailStatus: 'invalid' }),
    contact('con_3', 'typed@mail.example.com', { emailStatus: 'catch_all' }),
    contact('con_4', 'grace@navy.com', { source: 'search', sourceDetail: 'hunter: prs_hun_1', companyId: 'com_2' }),
    contact('con_5', 'file@navy.com', { source: 'import', sourceDetail: 'directory: prs_dir_1.csv' }),
    contact('con_6', 'alan@example.company', { companyId: 'com_3' }),
    contact('con_7', 'changed@navy.com', { ...revealed, companyId: 'com_2' }),
  ]);
  await collection('companies').insertMany([
    { _id: 'com_1', workspaceId: 'wsp_1', domain: 'granford.example' },
    { _id: 'com_2', workspaceId: 'wsp_1', domain: 'navy.com' },
    { _id: 'com_3', workspaceId: 'wsp_1', domain: 'example.company' },
  ]);
  const run = { db: mongoose.connection.db!, log: () => undefined, saved: undefined, batchSize: 2 };
  const cutOff = inventedPeople.run({ ...run, save: () => Promise.reject(new Error('cut off')) });
  await expect(cutOff).rejects.toThrow('cut off');
  await inventedPeople.run({ ...run, save: async () => undefined });
  const contacts = await collection('contacts').find().sort({ _id: 1 }).toArray();
  expect(contacts.map(({ isInvented, emailStatus }) => [isInvented, emailStatus])).toEqual([
    [true, 'unverified'],
    [true, 'invalid'],
    [false, 'unverified'],
    [false, 'valid'],
    [false, 'valid'],
    [false, 'valid'],
    [true, 'valid'],
  ]);
  const companies = await collection('companies').find().sort({ _id: 1 }).toArray();
  expect(companies.map(({ isInvented }) => isInvented)).toEqual([true, false, false]);
});
