import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { suppressionDigest } from '../../domain/suppressions/suppression-digest.ts';
import { testStoreUri } from '../../testing/test-store.ts';
import { disconnectStore, dropStore } from '../connection/connect.ts';
import { oneAddress } from './5-one-address.ts';
import type { MigrationRun } from './migration.ts';

const digestKey = Buffer.alloc(32, 7);
const workspaceId = 'wsp_one';
function digestOf(value: string): string {
  return suppressionDigest(digestKey, workspaceId, value);
}

beforeAll(async () => {
  const dbName = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  await mongoose.connect(await testStoreUri(), { dbName, autoIndex: false });
});
beforeEach(async () => {
  await mongoose.connection.db!.dropDatabase();
  await collection('store_keys').insertOne({ _id: 'keys', digestKey: digestKey.toString('base64') });
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
/** Record as stored by 4e38148. */
function contact(_id: string, email: string, more: object = {}): Stored {
  return { _id, workspaceId, email, tags: [], searchWords: [], doNotContact: false, stage: 'new', ...more };
}
async function migrate(run: Partial<MigrationRun> = {}) {
  const saves: unknown[] = [];
  const lines: string[] = [];
  await oneAddress.run({
    db: mongoose.connection.db!,
    saved: undefined,
    save: async (state) => void saves.push(state),
    log: (text) => void lines.push(text),
    ...run,
  });
  return { saves, lines };
}

test('contacts that become equal are proposed as duplicates, and an opt-out applies to both', async () => {
  await collection('contacts').insertMany([
    contact('con_1', 'ida.berg@gmail.com', { doNotContact: true, stage: 'do_not_contact' }),
    contact('con_2', 'idaberg@googlemail.com'),
    contact('con_3', 'nora\u200b@fjord.example', { firstName: '\u202aNora' }),
    contact('con_4', 'nora@fjord.example', { doNotContact: true }),
    contact('con_5', 'alone\u2060@fjord.example', { lastName: 'Wałecki' }),
  ]);
  const { lines } = await migrate();
  const found = await collection('contacts').find().sort({ _id: 1 }).toArray();
  expect(found).toMatchObject([
    { email: 'ida.berg@gmail.com', addressDigests: [digestOf('idaberg@gmail.com')] },
    { email: 'idaberg@googlemail.com', duplicateOfId: 'con_1', doNotContact: true, stage: 'do_not_contact' },
    { email: 'nora\u200b@fjord.example', duplicateOfId: 'con_4', doNotContact: true, firstName: 'Nora' },
    { email: 'nora@fjord.example', doNotContact: true },
    { email: 'alone@fjord.example', doNotContact: false },
  ]);
  expect(found[4]!.searchWords).toContain('walecki');
  expect(lines).toContain('1 addresses were respelled, 2 contacts are proposed as duplicates');
});

test('suppression entries cover the mailbox, and digests of erased people stay', async () => {
  const erased = { _id: 'sup_2', workspaceId, kind: 'address', value: null, digest: digestOf('e.r@gmail.com') };
  await collection('suppressions').insertMany([
    { _id: 'sup_1', workspaceId, kind: 'address', value: 'ida.berg@gmail.com', digest: digestOf('ida.berg@gmail.com') },
    erased,
    { _id: 'sup_3', workspaceId, kind: 'address', value: 'ida@fjord.example', digest: digestOf('ida@fjord.example') },
  ]);
  await migrate();
  const found = await collection('suppressions').find().sort({ _id: 1 }).toArray();
  expect(found.map(({ digest }) => digest)).toEqual([
    digestOf('idaberg@gmail.com'),
    erased.digest,
    digestOf('ida@fjord.example'),
  ]);
});

test('tags that differ by case are merged into the oldest one, with a record of the change', async () => {
  await collection('tags').insertMany([
    { _id: 'tag_1', workspaceId, name: 'VIP' },
    { _id: 'tag_2', workspaceId, name: 'vip', colour: '#ff0000' },
    { _id: 'tag_3', workspaceId: 'wsp_two', name: 'vip' },
  ]);
  await collection('contacts').insertOne(contact('con_1', 'ida@fjord.example', { tags: ['vip', 'other'] }));
  await migrate();
  expect((await collection('contacts').findOne({ _id: 'con_1' }))!.tags).toEqual(['other', 'VIP']);
  const tags = await collection('tags').find().sort({ _id: 1 }).toArray();
  expect(tags).toMatchObject([
    { _id: 'tag_1', key: 'vip', mergedFrom: [{ id: 'tag_2', name: 'vip', colour: '#ff0000' }] },
    { _id: 'tag_3', workspaceId: 'wsp_two', key: 'vip' },
  ]);
});

test('continues after an interruption, and a second run changes nothing', async () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    contact(`con_${String(index).padStart(5, '0')}`, `P.${index}@gmail.com`.toLowerCase()),
  );
  await collection('contacts').insertMany(many);
  let saved: unknown;
  let count = 0;
  const save = async (state: unknown) => {
    saved = state;
    count += 1;
    if (count === 2) throw new Error('another instance has taken over');
  };
  await expect(migrate({ save, batchSize: 10 })).rejects.toThrow('taken over');
  await migrate({ saved, batchSize: 10 });
  expect(await collection('contacts').countDocuments({ addressDigests: { $exists: true } })).toBe(30);
  const before = await collection('contacts').find().sort({ _id: 1 }).toArray();
  const { lines } = await migrate();
  expect(await collection('contacts').find().sort({ _id: 1 }).toArray()).toEqual(before);
  expect(lines).toContain('0 addresses were respelled, 0 contacts are proposed as duplicates');
});
