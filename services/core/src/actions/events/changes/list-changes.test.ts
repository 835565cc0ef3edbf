import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeChangeCursor } from '../../../domain/events/change-cursor.ts';
import { ContactModel } from '../../../store/contacts/contact-model.ts';
import { openTransaction } from '../../../store/documents/open-transaction.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { ChangeModel } from '../../../store/events/changes/change-store.ts';
import { publishChanges } from '../../../store/events/changes/publish-changes.ts';
import { insertMailbox } from '../../../store/mailboxes/mailbox-store.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { changeViews } from './change-views.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

interface Change {
  id: string;
  type: string;
  recordId: string;
  version: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  changed: string[];
}

async function publish(): Promise<void> {
  while (await publishChanges(changeViews, new Date()));
}

/** A workspace with a reader that has seen everything so far. */
async function follow() {
  const { key, workspaceId } = await core.addWorkspace();
  await publish();
  let { cursor } = (await core.request('POST', '/changes/snapshot', { key, body: {} })).body.data;
  const next = async (limit = 100): Promise<Change[]> => {
    const { status, body } = await core.request('GET', `/changes?after=${cursor}&limit=${limit}`, { key });
    expect(status, JSON.stringify(body)).toBe(200);
    cursor = body.page.nextCursor;
    return body.data;
  };
  const send = async (method: string, path: string, body?: object) => {
    const answer = await core.request(method, path, { key, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  return { key, workspaceId, next, send };
}

test('a record is followed from its creation to its deletion, with its state before and after', async () => {
  const { next, send, key } = await follow();
  expect(await next()).toEqual([]);
  const tag = await send('POST', '/tags', { name: 'one' });
  await publish();
  expect(await next()).toMatchObject([{ type: 'tag', recordId: tag.id, before: null, after: tag, version: 1 }]);
  const renamed = await send('PATCH', `/tags/${tag.id}`, { name: 'two' });
  await publish();
  const [change] = await next();
  expect(change).toMatchObject({ before: tag, after: renamed, version: 2 });
  expect(change!.changed.toSorted()).toEqual(['name', 'updatedAt', 'version']);
  await core.request('DELETE', `/tags/${tag.id}`, { key });
  await publish();
  expect(await next()).toMatchObject([{ recordId: tag.id, before: renamed, after: null }]);
  expect(await next()).toEqual([]);
});

test('a change that commits late follows a reader that has seen later ones', async () => {
  const { next, send, workspaceId } = await follow();
  const early = await send('POST', '/contacts', { email: 'early@late.example' });
  await publish();
  await next();
  const slow = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const late = inTransaction(async () => {
    await ContactModel.updateOne({ workspaceId, _id: early.id }, { $set: { title: 'Late' } });
    await openTransaction()!.before();
    written.resolve();
    await slow.promise;
  });
  await written.promise;
  const second = await send('POST', '/contacts', { email: 'second@late.example' });
  await publish();
  expect((await next()).filter(({ type }) => type === 'contact').map(({ recordId }) => recordId)).toEqual([second.id]);
  slow.resolve();
  await late;
  await publish();
  expect(await next()).toMatchObject([{ recordId: early.id, after: { title: 'Late' } }]);
});

test('a merge is two changes, and a transaction that fails is none', async () => {
  const { next, send, workspaceId } = await follow();
  const kept = await send('POST', '/contacts', { email: 'kept@merge.example' });
  const gone = await send('POST', '/contacts', { email: 'gone@merge.example', firstName: 'Gone' });
  await publish();
  await next();
  await expect(
    inTransaction(async () => {
      await ContactModel.deleteMany({ workspaceId, _id: gone.id });
      await ContactModel.updateOne({ workspaceId, _id: kept.id }, { $set: { title: 'No' } });
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  await publish();
  expect(await next()).toEqual([]);
  await send('POST', `/contacts/${kept.id}/merge`, { otherContactId: gone.id });
  await publish();
  const changes = (await next()).filter(({ type }) => type === 'contact');
  expect(changes.map(({ recordId, after }) => [recordId, after === null])).toEqual(
    expect.arrayContaining([
      [kept.id, false],
      [gone.id, true],
    ]),
  );
  expect(changes).toHaveLength(2);
});

test('publishes a change once if a worker is killed before it clears the mark', async () => {
  const { next, send } = await follow();
  const contact = await send('POST', '/contacts', { email: 'twice@kill.example' });
  await publish();
  expect(await next()).not.toEqual([]);
  const contacts = mongoose.connection.db!.collection<{ _id: string }>('contacts');
  await contacts.updateOne({ _id: contact.id }, { $set: { changeMark: 'again' } });
  await publish();
  expect(await next()).toEqual([]);
});

test('no change has a secret', async () => {
  const { next, workspaceId } = await follow();
  const secret = 'sealed-words';
  const server = { host: 'mail.example', port: 587, security: 'starttls', username: 'ada', secret } as const;
  const mailbox = { kind: 'smtp', address: 'ada@mail.example', smtp: server, imap: server, dailyCap: 5 } as const;
  const { id } = await insertMailbox(workspaceId, mailbox, new Date());
  await publish();
  const changes = await next();
  expect(changes).toMatchObject([{ type: 'mailbox', recordId: id, after: { smtp: { hasPassword: true } } }]);
  expect(JSON.stringify(changes)).not.toContain(secret);
  const stored = await ChangeModel.find({ workspaceId }).lean();
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('a key follows only what it can read', async () => {
  await core.request('POST', '/contacts', { body: { email: 'scope@changes.example' } });
  await core.request('POST', '/tags', { body: { name: 'scope' } });
  await publish();
  const key = await core.addKey(['changes:read', 'tags:read']);
  const { body } = await core.request('GET', '/changes', { key });
  expect(new Set(body.data.map(({ type }: Change) => type))).toEqual(new Set(['tag']));
  const { data } = (await core.request('POST', '/changes/snapshot', { key, body: {} })).body;
  expect(data.pages).toEqual(['/api/public/v1/tags?limit=100']);
  const other = await core.addKey(['contacts:read']);
  expect((await core.request('GET', '/changes', { key: other })).status).toBe(403);
});

test('pages continue without a gap, and every page has a cursor', async () => {
  const { next, send } = await follow();
  for (const name of ['a', 'b', 'c']) await send('POST', '/tags', { name });
  await publish();
  const names = [...(await next(2)), ...(await next(2)), ...(await next(2))].map(({ after }) => after?.name);
  expect(names).toEqual(['a', 'b', 'c']);
});

test('rejects cursors that are forged, too old, or of another workspace', async () => {
  const { key, workspaceId } = await follow();
  const refusal = async (cursor: string) => {
    const { status, body } = await core.request('GET', `/changes?after=${encodeURIComponent(cursor)}`, { key });
    return [status, body.error.code, body.error.details?.[0]?.field ?? body.error.field];
  };
  const at = new Date(Date.now() - 36 * 24 * 60 * 60_000);
  expect((await refusal(writeChangeCursor(workspaceId, { number: 1, at }))).slice(0, 2)).toEqual([
    410,
    'cursor_expired',
  ]);
  const foreign = writeChangeCursor(core.workspaceId, { number: 1, at: new Date() });
  expect((await refusal(foreign)).slice(0, 2)).toEqual([422, 'validation_failed']);
  for (const forged of ['x', '{}', Buffer.from('[1,2').toString('base64url')])
    expect((await refusal(forged)).slice(0, 2)).toEqual([422, 'validation_failed']);
});

test('no change has text of an erased person', async () => {
  const { next, send, key } = await follow();
  const contact = await send('POST', '/contacts', { email: 'zyxwv@erase.example', firstName: 'Zyxwv' });
  await publish();
  await send('PATCH', `/contacts/${contact.id}`, { title: 'Chief of zyxwv' });
  await publish();
  await send('POST', `/contacts/${contact.id}/erase`, {});
  await publish();
  const { body } = await core.request('GET', '/changes?limit=100', { key });
  expect(JSON.stringify(body.data)).not.toMatch(/zyxwv/i);
  expect((await next()).filter(({ recordId }) => recordId === contact.id)).toMatchObject([
    { before: null, after: null },
  ]);
});
