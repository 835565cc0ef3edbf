import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function read(key?: string) {
  return (await core.request('GET', '/settings', { key })).body.data;
}

test('starts with a window on workdays and no postal address', async () => {
  const { key } = await core.addWorkspace();
  expect(await read(key)).toMatchObject({
    postalAddress: '',
    window: { days: ['mon', 'tue', 'wed', 'thu', 'fri'], timeZone: 'recipient' },
    autopilot: { answers: { isOn: false, undoMinutes: 10 }, launches: { isOn: false } },
  });
});

test('changes given settings and keeps the rest, as the dry run showed', async () => {
  const { key } = await core.addWorkspace();
  const before = await read(key);
  const options = { key, body: { postalAddress: '1 Dorset Street, London', window: { to: '18:00' } } };
  const dry = await core.request('PATCH', '/settings?dryRun=true', options);
  expect(dry.body.data.effects).toEqual([
    {
      op: 'update',
      type: 'settings',
      id: expect.stringMatching(/^wsp_/),
      label: 'postalAddress, window',
      changes: { postalAddress: '1 Dorset Street, London', window: { ...before.window, to: '18:00' } },
      before: { window: before.window },
    },
  ]);
  expect(await read(key)).toEqual(before);
  const done = await core.request('PATCH', '/settings', options);
  expect(done.body.data).toEqual({ ...before, ...dry.body.data.effects[0].changes, version: before.version + 1 });
  expect(await read(key)).toEqual(done.body.data);
  expect(done.headers.get('etag')).toBe(`"v${before.version + 1}"`);
});

test('changes nothing if no value differs', async () => {
  const { timeZone, version } = await read();
  const { body } = await core.request('PATCH', '/settings', { body: { timeZone } });
  expect(body.data.version).toBe(version);
});

test('rejects a change based on an outdated version', async () => {
  const options = { body: { senderName: 'Ada' }, headers: { 'if-match': '"v99"' } };
  const { status, body } = await core.request('PATCH', '/settings', options);
  expect(status).toBe(409);
  expect(body.error.code).toBe('version_conflict');
});

test('a window can end at 24:00, and an invalid time returns the allowed format', async () => {
  const wholeDay = { from: '00:00', to: '24:00' };
  const { body } = await core.request('PATCH', '/settings', { body: { window: wholeDay } });
  expect(body.data.window).toMatchObject(wholeDay);
  const { body: refused } = await core.request('PATCH', '/settings', { body: { window: { to: '25:00' } } });
  expect(refused.error.message).toContain('17:30, or 24:00 for its end');
});

test.each([
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ window: { timeZone: 'Mars/Olympus' } }, 'window.timeZone'],
  [{ window: { from: '18:00', to: '09:00' } }, 'window.to'],
  [{ window: { from: '25:00' } }, 'window.from'],
  [{ window: { days: [] } }, 'window.days'],
  [{ retentionDays: 1 }, 'retentionDays'],
  [{ autopilot: true }, 'autopilot'],
])('rejects %j and names the field', async (body, field) => {
  const reply = await core.request('PATCH', '/settings', { body });
  expect(reply.status).toBe(422);
  expect(reply.body.error).toMatchObject({ code: 'validation_failed', field });
});

test('get_settings requires settings:read and update_settings requires settings:write', async () => {
  const reader = await core.addKey(['settings:read']);
  expect((await core.request('GET', '/settings', { key: reader })).status).toBe(200);
  const refused = await core.request('PATCH', '/settings', { key: reader, body: { senderName: 'Ada' } });
  expect(refused.body.error).toMatchObject({ code: 'missing_scope', missingScopes: ['settings:write'] });
});
