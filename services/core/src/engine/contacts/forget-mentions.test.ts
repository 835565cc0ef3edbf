import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureMessage } from '../../store/messages/captured-message-store.ts';
import { insertMessages } from '../../store/messages/message-store.ts';
import { insertAttachment, newAttachmentId } from '../../store/replies/attachment-store.ts';
import { startRunningCampaign } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { forgetMentions } from './forget-mentions.ts';

let core: TestCore;
let otherId: string;
beforeAll(async () => {
  core = await startTestCore();
  otherId = (await post('/contacts', { email: 'grace@others.example', firstName: 'Grace', lastName: 'Hopper' })).id;
});
afterAll(() => core.stop());

async function post(path: string, body: object) {
  return (await core.request('POST', path, { body })).body.data;
}

async function eraseNamed(name: { firstName: string; lastName: string; email: string }): Promise<string> {
  const { id } = await post('/contacts', name);
  await post(`/contacts/${id}/erase`, {});
  while ((await forgetMentions(core.deps)) > 0);
  return id;
}

async function noteOf(contactId: string): Promise<string> {
  return (await core.request('GET', `/contacts/${contactId}/notes`)).body.data[0].text;
}

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@erased.example' };

test('removes an erased person from texts about others', async () => {
  const { workspaceId } = core;
  const now = new Date();
  await post(`/contacts/${otherId}/notes`, { text: 'Ada Lovelace sent us here; Ada is her mentor.' });
  const custom = await core.request('PATCH', `/contacts/${otherId}`, {
    body: { basisNote: 'ada@erased.example said so' },
  });
  const to = { kind: 'single' as const, to: 'grace@others.example', contactId: otherId, bodyText: 'Hi' };
  const [sent, queued] = await insertMessages(
    workspaceId,
    [
      { ...to, subject: 'Ada Lovelace', state: 'sent' },
      { ...to, subject: 'From Ada Lovelace', state: 'scheduled' },
    ],
    now,
  );
  const eml = Buffer.from('Subject: x\r\nContent-Transfer-Encoding: base64\r\n\r\nSGksIEFkYSBMb3ZlbGFjZQ==\r\n');
  const head = { mailboxId: 'mbx_1', messageId: null, from: 'a@b.example', to: 'c@d.example', subject: 'x' };
  await captureMessage(workspaceId, { ...head, messageIdHeader: '<ada@x>', eml }, now);
  await captureMessage(workspaceId, { ...head, messageIdHeader: '<none@x>', eml: Buffer.from('\r\nHi') }, now);
  const file = { replyId: 'rpl_1', fileName: 'people.csv', contentType: 'text/csv', bytes: 20 };
  await insertAttachment(workspaceId, { ...file, id: newAttachmentId(), content: Buffer.from('Lovelace,Ada\n') }, now);
  const { campaign } = await startRunningCampaign({ workspaceId, people: 1, smtpPort: null, now });
  const steps = [{ ...campaign.steps[0], body: 'Ada Lovelace speaks highly of you.' }];
  const db = mongoose.connection.db!;
  const byId = (name: string, _id: string) => db.collection<{ _id: string }>(name).findOne({ _id });
  await db.collection<{ _id: string }>('campaigns').updateOne({ _id: campaign.id }, { $set: { steps } });
  const previews = mongoose.connection.getClient().db(core.config.gatewayDatabaseName).collection('previews');
  await previews.insertOne({ workspaceId, input: { people: [{ name: 'Ada Lovelace' }] } });

  for (const name of ['For Ada Lovelace', 'For Lovelace Ada']) await post('/lists', { name });
  await eraseNamed(ada);
  expect(await noteOf(otherId)).toBe('(erased) (erased) sent us here; (erased) is her mentor.');
  const other = (await core.request('GET', `/contacts/${otherId}`)).body.data;
  expect(other).toMatchObject({ basisNote: '(erased) said so', version: custom.body.data.version + 1 });
  expect(await byId('messages', sent!.id)).toMatchObject({ state: 'sent', subject: '(erased) (erased)' });
  expect(await byId('messages', queued!.id)).toMatchObject({ state: 'cancelled', subject: 'From (erased) (erased)' });
  const lists: { name: string }[] = (await core.request('GET', '/lists')).body.data;
  expect(new Set(lists.map(({ name }) => name.replace(/erased \w{6}/g, 'erased')))).toEqual(
    new Set(['For (erased) (erased)']),
  );
  const captured = await db.collection('captured_messages').find({ workspaceId }).toArray();
  expect(captured.map(({ messageIdHeader }) => messageIdHeader)).toEqual(['<none@x>']);
  expect(await db.collection('attachments').countDocuments({ workspaceId })).toBe(0);
  expect(await previews.countDocuments({ workspaceId })).toBe(0);
  expect(await byId('campaigns', campaign.id)).toMatchObject({
    state: 'paused',
    steps: [{ body: '(erased) (erased) speaks highly of you.' }],
  });
  expect(await db.collection('pending_erasures').countDocuments()).toBe(0);
});

test('keeps the name of a namesake, and the notes of another workspace', async () => {
  const text = 'Mary Somerville of mary@first.example';
  const namesake = await post('/contacts', { email: 'mary@second.example', firstName: 'Mary', lastName: 'Somerville' });
  await post(`/contacts/${namesake.id}/notes`, { text: 'Mary Somerville likes tea.' });
  const { key } = await core.addWorkspace();
  const theirs = await core.request('POST', '/contacts', { body: { email: 'b@c.example' }, key });
  const path = `/contacts/${theirs.body.data.id}/notes`;
  await core.request('POST', path, { body: { text }, key });
  await eraseNamed({ firstName: 'Mary', lastName: 'Somerville', email: 'mary@first.example' });
  expect(await noteOf(namesake.id)).toBe('Mary Somerville likes tea.');
  expect((await core.request('GET', path, { key })).body.data[0].text).toBe(text);
});
