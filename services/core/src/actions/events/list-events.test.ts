import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('list_events rejects an unknown type and lists the known ones', async () => {
  const { status, body } = await core.request('GET', '/events?type=contact.vanished');
  expect(status).toBe(422);
  expect(body.error.allowedValues).toContain('contact.created');
});
