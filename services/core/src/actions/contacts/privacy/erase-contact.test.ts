import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueDeliveries } from '../../../store/events/webhooks/delivery-store.ts';
import { ensureDefaultMailbox } from '../../../store/mailboxes/default-mailbox.ts';
import { captureMessage } from '../../../store/messages/captured-message-store.ts';
import { insertMessages } from '../../../store/messages/message-store.ts';
import { insertReply } from '../../../store/replies/reply-store.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const email = 'wilhelmina.distinctive@erasure.example';
const phone = '+49 5550 1239876';
const needles = [email, 'Wilhelmina', 'Distinctive', phone];
const named = { firstName: 'Wilhelmina', lastName: 'Distinctive', companyDomain: 'erasure.example' };

/** Finds collections that contain any of the words, with the matching text. */
async function placesWith(words: string[]): Promise<Record<string, string>> {
  const places: Record<string, string> = {};
  for (const { name } of await mongoose.connection.db!.listCollections().toArray()) {
    for await (const document of mongoose.connection.db!.collection(name).find()) {
      const eml = document.eml ?? document.data;
      const text = `${JSON.stringify(document)} ${eml?.buffer ? Buffer.from(eml.buffer).toString() : ''}`.toLowerCase();
      if (words.some((word) => text.includes(word.toLowerCase()))) places[name] = text;
    }
  }
  return places;
}

async function post(path: string, body: object, idempotencyKey?: string) {
  return (await core.request('POST', path, { body, idempotencyKey })).body;
}

/** Records the person before a contact exists: suppressed, searched for, and in a data set. */
async function heardOf() {
  await post('/suppressions', { value: email, note: 'Wilhelmina said no' }, 'no');
  await post('/search/people', { description: 'Wilhelmina Distinctive in Bremen' });
  await post('/search/companies', { description: `who has ${email}` });
  const rows = [
    'First name,Last name,E-mail,Company domain',
    `Wilhelmina,Distinctive,${email},`,
    'Wilhelmina,Distinctive,,erasure.example',
  ];
  await post('/search/data-sets', { name: 'Fair', content: rows.join('\n') }, 'rows');
}

/** Uses the API to store the person's data wherever it can be stored. */
async function recorded(): Promise<string> {
  const person = { email, ...named, phones: [phone], declaredBasis: 'consent' };
  const contactId = (await post('/contacts', person, email)).data.id as string;
  await post('/contacts', person, 'again');
  await core.request('PATCH', `/contacts/${contactId}`, { body: { title: 'CTO' }, idempotencyKey: 'second' });
  await post(`/contacts/${contactId}/notes`, { text: 'Wilhelmina called' });
  await post('/contacts/bulk', { contacts: [{ email, department: 'IT' }] }, 'third');
  await core.request('POST', '/contacts/import', {
    body: `email,first name,phone\n${email},Wilhelmina,${phone}\n`,
    headers: { 'content-type': 'text/csv' },
  });
  const list = await post('/lists', { name: 'Some' });
  await post(`/lists/${list.data.id}/members`, { contactIds: [contactId] });
  await post('/lists', { name: 'Moving', kind: 'dynamic', filter: { q: 'Distinctive Wilhelmina' } });
  await post('/contacts/enrich', { filter: { q: 'wilhelmina distinctive' } });
  while (await runJobOnce(core.deps));
  const twin = await post('/contacts', { ...named, externalId: 'twin' }, 'twin');
  await post(`/contacts/${contactId}/merge`, { otherContactId: twin.data.id }, 'merge');
  return contactId;
}

/** Stores messages to and replies from the person, including mail involving others. */
async function wrote(contactId: string) {
  const now = new Date();
  const message = { kind: 'single' as const, to: email, subject: 'Dear Wilhelmina', bodyText: 'Hi', contactId };
  await insertMessages(core.workspaceId, [{ ...message, state: 'sent' }], now);
  const reply = await insertReply(
    core.workspaceId,
    {
      mailboxId: null,
      messageId: null,
      campaignId: null,
      enrollmentId: null,
      contactId,
      fromAddress: email,
      fromName: 'Wilhelmina Distinctive',
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
  await ensureDefaultMailbox(core.workspaceId, now);
  await post(`/replies/${reply.id}/forward`, { to: 'colleague@sandbox.example' }, 'forward');
  const db = mongoose.connection.db!;
  const sent = db.collection<{ replyId: string; messageIdHeader: string }>('messages');
  const { messageIdHeader } = (await sent.findOne({ replyId: reply.id }))!;
  const mail = { mailboxId: 'mbx_1', messageId: null, messageIdHeader, from: 'a@b.example', subject: 'Fwd' };
  const eml = Buffer.from('Fwd: from Wilhelmina Distinctive');
  await captureMessage(core.workspaceId, { ...mail, to: 'colleague@sandbox.example', eml }, now);
  const delivery = { webhookId: 'whk_1', eventId: 'evt_1', eventType: 'contact.created', subjectId: contactId };
  await queueDeliveries([{ workspaceId: core.workspaceId, ...delivery }], now);
  const attempts = [{ at: now, status: 500, durationMs: 1, error: null, responseText: `what is ${email}?` }];
  await db.collection('webhook_deliveries').updateOne({ eventId: 'evt_1' }, { $set: { attempts } });
}

test('exports everything stored about a person, then erases it everywhere', async () => {
  await heardOf();
  const contactId = await recorded();
  await wrote(contactId);
  expect(Object.keys(await placesWith(needles)).sort()).toEqual([
    'audit',
    'captured_messages',
    'contacts',
    'events',
    'idempotency',
    'jobs',
    'lists',
    'manifest_people',
    'merged_records',
    'messages',
    'notes',
    'own_people',
    'replies',
    'searches',
    'suppressions',
    'webhook_deliveries',
  ]);

  const { body: exported } = await core.request('GET', `/contacts/${contactId}/data`);
  expect(exported.data).toMatchObject({
    contact: { email },
    messages: [{ to: email }, { to: 'colleague@sandbox.example' }],
    replies: [{ fromAddress: email }],
  });
  expect(exported.data.notes).toHaveLength(1);
  expect(exported.data.dataSetRows).toHaveLength(2);
  expect(exported.data.searches).toHaveLength(2);
  const file = await core.request('GET', `/contacts/${contactId}/data?format=file`);
  expect(file.headers.get('content-disposition')).toContain(`${contactId}.json`);

  const dry = (await core.request('POST', `/contacts/${contactId}/erase?dryRun=true`)).body.data;
  const done = await core.request('POST', `/contacts/${contactId}/erase`, { idempotencyKey: 'erase' });
  expect(done.body.data).toMatchObject({ erased: true, suppressed: true, removed: dry.effects[0].changes });
  expect(await placesWith(needles)).toEqual({});

  expect((await core.request('GET', `/contacts/${contactId}`)).status).toBe(404);
  for (const [path, body] of [
    ['/contacts', { email, ...named, phones: [phone], declaredBasis: 'consent' }],
    ['/contacts', { email: 'somebody.else@erasure.example' }],
    ['/contacts/bulk', { contacts: [{ email, department: 'IT' }] }],
  ] as const) {
    const idempotencyKey = path === '/contacts' ? email : 'third';
    const repeated = await core.request('POST', path, { body, idempotencyKey });
    expect([repeated.status, repeated.body.error?.code]).toEqual([410, 'erased']);
  }
  expect(await placesWith(needles.slice(0, -1))).toEqual({});
  const again = await core.request('POST', '/contacts', { body: { email } });
  expect(again.body.data.doNotContact).toBe(true);
  const [entry] = (await core.request('GET', '/suppressions')).body.data;
  expect(entry).toMatchObject({ value: null, note: null, reason: 'erasure' });
});

test('rejects an erasure of an unknown contact', async () => {
  const unknown = await core.request('POST', '/contacts/con_01J00000000000000000000000/erase');
  expect(unknown.status).toBe(404);
});
