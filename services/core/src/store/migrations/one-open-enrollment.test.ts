import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStoreUri } from '../../testing/test-store.ts';
import { connectStore, disconnectStore, dropStore } from '../connection/connect.ts';
import { oneOpenEnrollment } from './6-one-open-enrollment.ts';

const name = `test_${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  await mongoose.connect(await testStoreUri(), { dbName: name, autoIndex: false });
});
afterAll(async () => {
  await dropStore();
  await disconnectStore();
});

interface Stored {
  _id: string;
  [field: string]: unknown;
}
function collection(of: string) {
  return mongoose.connection.db!.collection<Stored>(of);
}

/** An enrollment as 4e38148 stores it. */
function enrollment(_id: string, contactId: string, more: object = {}): Stored {
  const at = new Date('2026-05-04T08:00:00Z');
  const rest = { pauseReason: null, resumeAt: null, stepIndex: 0, mailboxId: null, endReason: null, startedAt: at };
  return {
    _id,
    workspaceId: 'wsp_1',
    campaignId: `cmp_${_id}`,
    contactId,
    companyId: null,
    state: 'active',
    ...rest,
    endedAt: null,
    createdBy: 'usr_1',
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...more,
  };
}

test('ends the younger of two open enrollments with what waits of it, and resumes where it was cut off', async () => {
  await collection('enrollments').insertMany([
    enrollment('enr_1', 'con_1'),
    enrollment('enr_2', 'con_1', { state: 'pending', startedAt: null }),
    enrollment('enr_3', 'con_1', { state: 'replied', endedAt: new Date('2026-05-05') }),
    enrollment('enr_4', 'con_2', { state: 'paused', pauseReason: 'user' }),
    enrollment('enr_5', 'con_1', { workspaceId: 'wsp_2' }),
  ]);
  await collection('messages').insertMany([
    { _id: 'msg_1', workspaceId: 'wsp_1', enrollmentId: 'enr_1', messageIdHeader: '<1>', state: 'scheduled' },
    { _id: 'msg_2', workspaceId: 'wsp_1', enrollmentId: 'enr_2', messageIdHeader: '<2>', state: 'scheduled' },
    { _id: 'msg_3', workspaceId: 'wsp_1', enrollmentId: 'enr_2', messageIdHeader: '<3>', state: 'sent' },
  ]);
  const logged: string[] = [];
  let saved: unknown;
  const run = { db: mongoose.connection.db!, log: (text: string) => void logged.push(text) };
  const cutOff = oneOpenEnrollment.run({ ...run, saved, save: () => Promise.reject(new Error('cut off')) });
  await expect(cutOff).rejects.toThrow('cut off');
  await oneOpenEnrollment.run({
    ...run,
    saved,
    save: async (state) => {
      saved = state;
    },
  });
  await oneOpenEnrollment.run({ ...run, saved, save: async () => undefined });
  const found = await collection('enrollments').find().sort({ _id: 1 }).toArray();
  expect(found.map(({ state, endReason }) => [state, endReason])).toEqual([
    ['active', null],
    ['removed', 'other_campaign'],
    ['replied', null],
    ['paused', null],
    ['active', null],
  ]);
  const messages = await collection('messages').find().sort({ _id: 1 }).toArray();
  expect(messages.map(({ state }) => state)).toEqual(['scheduled', 'cancelled', 'sent']);
  expect(logged).toHaveLength(2);
});

test('the store then holds each contact to one open enrollment', async () => {
  await disconnectStore();
  await connectStore(await testStoreUri(), name, { migrations: [] });
  await expect(collection('enrollments').insertOne(enrollment('enr_9', 'con_2'))).rejects.toThrow('E11000');
  await collection('enrollments').insertOne(enrollment('enr_8', 'con_2', { endedAt: new Date() }));
});
