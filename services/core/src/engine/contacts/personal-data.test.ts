import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalData, withoutPeople } from '../../domain/contacts/erasure/personal-data.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { forgetMentions } from './forget-mentions.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const dayS = 86_400;
const ada = { email: 'ada.xylander@north.example', firstName: 'Ada', lastName: 'Xylander' };
/** Their documents are made by the request itself, or name no prospect. */
const notPlanted = ['contacts', 'suppressions', 'verifications', 'pending_erasures', 'uploads', 'upload_chunks'];
const planted = Object.entries(personalData).filter(
  ([name, { erasure }]) => erasure !== 'own' && !notPlanted.includes(name),
);

function collection(name: string) {
  return mongoose.connection.db!.collection<{ _id: string }>(name);
}

test('every collection is in the table or holds no text about people', () => {
  const names = Object.values(mongoose.models).map((model) => model.collection.name);
  expect(names.toSorted()).toEqual([...Object.keys(personalData), ...withoutPeople].toSorted());
});

test('the table names the time after which the store deletes documents', () => {
  for (const model of Object.values(mongoose.models)) {
    const limits = model.schema.indexes().flatMap(([, { expireAfterSeconds = 0 }]) => expireAfterSeconds || []);
    const kept = personalData[model.collection.name]?.kept;
    if (kept !== undefined && limits[0]! >= dayS) expect(kept).toBe(`${limits[0]! / dayS} days`);
  }
});

/** A document of each collection that names the person in a text, and is about the person in every way it can be. */
async function plant(contactId: string): Promise<void> {
  const about = {
    contactId,
    recordId: contactId,
    subjectId: contactId,
    subjectIds: [contactId],
    replyId: 'planted_replies',
    to: ada.email,
    email: ada.email,
    emails: [ada.email],
    data: {},
  };
  for (const [name, { erasure }] of planted) {
    const own = name === 'searches' ? { ...about, words: ['ada', 'xylander'] } : about;
    const link = erasure === 'mentions' ? {} : own;
    const text = `A word about ${ada.firstName} ${ada.lastName} (${ada.email}).`;
    const { workspaceId } = core;
    await collection(name).insertOne({ _id: `planted_${name}`, workspaceId, ...link, text } as { _id: string });
  }
}

test('a person in each collection is exported and erased', async () => {
  const { id } = (await core.request('POST', '/contacts', { body: ada })).body.data;
  await plant(id);

  const { data } = (await core.request('GET', `/contacts/${id}/data`)).body;
  for (const [name, { exported }] of planted.filter(([, each]) => each.exported !== null))
    expect(JSON.stringify(data[exported!]), name).toContain(`planted_${name}`);
  const kinds = Object.values(personalData).flatMap(({ exported }) => exported ?? []);
  expect(Object.keys(data).toSorted()).toEqual(['exportedAt', ...kinds].toSorted());

  expect((await core.request('POST', `/contacts/${id}/erase`, { body: {} })).status).toBe(200);
  while ((await forgetMentions(core.deps)) > 0);
  for (const [name, { erasure }] of Object.entries(personalData)) {
    const left = await collection(name).find({ workspaceId: core.workspaceId }).toArray();
    expect(JSON.stringify(left).toLowerCase(), name).not.toContain('xylander');
    const stays = left.some(({ _id }) => _id === `planted_${name}`);
    if (erasure === 'deleted') expect(stays, name).toBe(false);
    if (erasure === 'mentions') expect(stays, name).toBe(true);
  }
});
