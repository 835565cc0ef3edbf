import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMessages } from '../../../store/campaigns/message-store.ts';
import { insertReply } from '../../../store/mail/reply-store.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const email = 'wilhelmina.unverwechselbar@erasure.example';
const needles = [email, 'Wilhelmina', 'Unverwechselbar'];

/** The names of the collections in which one of the words stands. */
const placesWith = async (words: string[]): Promise<string[]> => {
  const places = new Set<string>();
  for (const { name } of await mongoose.connection.db!.listCollections().toArray()) {
    for await (const document of mongoose.connection.db!.collection(name).find()) {
      const text = JSON.stringify(document).toLowerCase();
      if (words.some((word) => text.includes(word.toLowerCase()))) places.add(name);
    }
  }
  return [...places].sort();
};

const lived = async (): Promise<string> => {
  const person = { email, firstName: 'Wilhelmina', lastName: 'Unverwechselbar', declaredBasis: 'consent' };
  const { body } = await core.request('POST', '/contacts', { body: person, idempotencyKey: 'first' });
  const contactId = body.data.id as string;
  await core.request('PATCH', `/contacts/${contactId}`, { body: { title: 'CTO' }, idempotencyKey: 'second' });
  await core.request('POST', `/contacts/${contactId}/notes`, { body: { text: 'Wilhelmina called' } });
  await core.request('POST', '/contacts/bulk', {
    body: { contacts: [{ email, department: 'IT' }] },
    idempotencyKey: 'third',
  });
  const list = (await core.request('POST', '/lists', { body: { name: 'Some' } })).body.data;
  await core.request('POST', `/lists/${list.id}/members`, { body: { contactIds: [contactId] } });
  const now = new Date();
  await mongoose.connection.db!.collection('own_people').insertOne({
    _id: 'own_1' as never,
    workspaceId: core.workspaceId,
    dataSetId: 'dst_1',
    email,
    person: { email, firstName: 'Wilhelmina' },
  });
  const message = { kind: 'single' as const, to: email, subject: 'Dear Wilhelmina', bodyText: 'Hi', contactId };
  await insertMessages(core.workspaceId, [{ ...message, state: 'sent' }], now);
  await insertReply(
    core.workspaceId,
    {
      mailboxId: null,
      messageId: null,
      campaignId: null,
      enrollmentId: null,
      contactId,
      fromAddress: email,
      fromName: 'Wilhelmina Unverwechselbar',
      subject: 'Re',
      bodyText: 'No, thanks. Wilhelmina',
      attachments: [],
      messageIdHeader: '<x@erasure.example>',
      references: [],
      class: 'not_interested',
      confidence: 1,
      classifiedBy: 'rule',
      returnDate: null,
      needsAction: false,
      receivedAt: now,
    },
    now,
  );
  return contactId;
};

test('hands out all that is stored about a person, and then forgets it everywhere', async () => {
  const contactId = await lived();
  expect((await placesWith(needles)).length).toBeGreaterThan(4);

  const { body: exported } = await core.request('GET', `/contacts/${contactId}/data`);
  expect(exported.data).toMatchObject({
    contact: { email },
    messages: [{ to: email }],
    replies: [{ fromAddress: email }],
  });
  expect(exported.data.notes).toHaveLength(1);
  const file = await core.request('GET', `/contacts/${contactId}/data?format=file`);
  expect(file.headers.get('content-disposition')).toContain(`${contactId}.json`);

  const dry = (await core.request('POST', `/contacts/${contactId}/erase?dryRun=true`)).body.data;
  const done = await core.request('POST', `/contacts/${contactId}/erase`, { idempotencyKey: 'erase' });
  expect(done.body.data).toMatchObject({ erased: true, suppressed: true, removed: dry.effects[0].changes });
  expect(await placesWith(needles)).toEqual([]);

  expect((await core.request('GET', `/contacts/${contactId}`)).status).toBe(404);
  const again = await core.request('POST', '/contacts', { body: { email } });
  expect(again.body.data.doNotContact).toBe(true);
});

test('refuses to erase whom it does not know', async () => {
  const unknown = await core.request('POST', '/contacts/con_01J00000000000000000000000/erase');
  expect(unknown.status).toBe(404);
});
