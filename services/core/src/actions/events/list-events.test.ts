import { afterAll, beforeAll, expect, test } from 'vitest';
import { queuePendingEvents } from '../../engine/events/webhooks/queue-deliveries.ts';
import { openTransaction } from '../../store/documents/open-transaction.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent, EventModel } from '../../store/events/event-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function add(email: string, key?: string) {
  return (await core.request('POST', '/contacts', { key, body: { email } })).body.data;
}

test('list_events shows a created contact, newest first', async () => {
  const { key } = await core.addWorkspace();
  const ada = await add('ada@analytical.example', key);
  const grace = await add('grace@analytical.example', key);
  const { body } = await core.request('GET', '/events?type=contact.created', { key });
  expect(body.data.map(({ subjectId }: { subjectId: string }) => subjectId)).toEqual([grace.id, ada.id]);
  expect(body.data[0]).toMatchObject({ id: expect.stringMatching(/^evt_/), type: 'contact.created' });
  expect(Date.parse(body.data[0].timestamp)).not.toBeNaN();
});

test('list_events continues from the last event seen', async () => {
  const { key } = await core.addWorkspace();
  const ada = await add('ada@analytical.example', key);
  const seen = (await core.request('GET', '/events?sort=id', { key })).body.data.at(-1);
  const grace = await add('grace@other.example', key);
  const { body } = await core.request('GET', `/events?sort=id&type=contact.created&afterEventId=${seen.id}`, { key });
  expect(body.data.map(({ subjectId }: { subjectId: string }) => subjectId)).toEqual([grace.id]);
  const { body: about } = await core.request('GET', `/events?subjectId=${ada.id}`, { key });
  expect(about.data).not.toEqual([]);
});

test.each(['evt_00000000000000000000000000', 'evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'evt_VJ2SXXFCQF5Y700AQH0NNZS8QJ'])(
  'list_events continues from %s, which no event has',
  async (id) => {
    const { key } = await core.addWorkspace();
    const { id: subjectId } = await add('ada@analytical.example', key);
    for (const sort of ['id', '-id']) {
      const { status, body } = await core.request('GET', `/events?sort=${sort}&afterEventId=${id}`, { key });
      expect(status).toBe(200);
      // It repeats rather than skips.
      if (id.startsWith('evt_0')) expect(JSON.stringify(body.data)).toContain(subjectId);
    }
  },
);

test('list_events rejects an unknown type and lists the known ones', async () => {
  const { status, body } = await core.request('GET', '/events?type=contact.vanished');
  expect(status).toBe(422);
  expect(body.error.allowedValues).toContain('contact.created');
});

test('list_events shows an event that commits after a later one to a reader that follows', async () => {
  const { key, workspaceId } = await core.addWorkspace();
  const first = await add('first@order.example', key);
  const follow = async (afterEventId?: string) => {
    const after = afterEventId === undefined ? '' : `&afterEventId=${afterEventId}`;
    return (await core.request('GET', `/events?sort=id&type=contact.created${after}`, { key })).body.data;
  };
  const subjects = (events: { subjectId: string }[]) => events.map(({ subjectId }) => subjectId);
  const slow = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const late = inTransaction(async () => {
    await addEvent(workspaceId, 'contact.created', 'con_late', { contactId: 'con_late', source: 'api' }, new Date());
    await openTransaction()!.before();
    written.resolve();
    await slow.promise;
  });
  await written.promise;
  const second = await add('second@order.example', key);
  const seen = await follow();
  expect(subjects(seen)).toEqual([first.id, second.id]);
  slow.resolve();
  await late;
  expect(subjects(await follow(seen.at(-1).id))).toEqual(['con_late']);
  expect(subjects(await follow(seen[0].id))).toEqual([second.id, 'con_late']);
  while (await queuePendingEvents(new Date()));
  expect(subjects(await follow()), 'after the outbox').toEqual([first.id, second.id, 'con_late']);
});

test('list_events continues after an event that was erased', async () => {
  const { key } = await core.addWorkspace();
  await add('ada@gone.example', key);
  const [seen] = (await core.request('GET', '/events?sort=id&type=contact.created', { key })).body.data;
  await EventModel.deleteOne({ _id: seen.id });
  const grace = await add('grace@gone.example', key);
  const { body } = await core.request('GET', `/events?sort=id&type=contact.created&afterEventId=${seen.id}`, { key });
  expect(body.data.map(({ subjectId }: { subjectId: string }) => subjectId)).toEqual([grace.id]);
});
