import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function names(path: string) {
  return (await core.request('GET', path)).body.data.map(({ name }: { name: string }) => name);
}
function post(path: string, body: object, headers = {}) {
  return core.request('POST', path, { body, headers });
}

test('creates, lists, changes, and deletes a template', async () => {
  const text = { name: 'First contact', subject: '{{ firstName }}, a question', body: 'Hello {{ companyName }}' };
  const dry = await core.request('POST', '/templates?dryRun=true', { body: text });
  expect(dry.body.data.effects[0]).toMatchObject({ op: 'create', type: 'template', changes: text });
  const { body: made } = await core.request('POST', '/templates', { body: text });
  expect(made.data).toMatchObject({ ...text, bodyFormat: 'text', version: 1 });
  await post('/templates', { name: 'a second one', body: '<p>Hello</p>', bodyFormat: 'html' });
  expect([await core.request('GET', '/templates').then(({ status }) => status), await names('/templates')]).toEqual([
    200,
    ['a second one', 'First contact'],
  ]);
  const change = { body: { subject: null, name: 'Zero contact' } };
  const changed = await core.request('PATCH', `/templates/${made.data.id}`, change);
  expect(changed.body.data).toMatchObject({ subject: null, name: 'Zero contact', version: 2 });
  const gone = await core.request('DELETE', `/templates/${made.data.id}`);
  expect(gone.body.data).toEqual({ id: made.data.id, deleted: true });
  expect(await names('/templates')).toEqual(['a second one']);
});

test('keeps snippets apart from templates', async () => {
  await post('/templates', { name: 'Prices', body: 'As a template.' });
  const { body: made } = await core.request('POST', '/snippets', { body: { name: 'Prices', body: 'From 20 euros.' } });
  expect([made.data.id.slice(0, 4), await names('/snippets')]).toEqual(['snp_', ['Prices']]);
  const foreign = `/templates/${made.data.id.replace('snp', 'tpl')}`;
  expect((await core.request('DELETE', foreign)).status).toBe(404);
  const changed = await core.request('PATCH', `/snippets/${made.data.id}`, { body: { body: 'From 25 euros.' } });
  expect(changed.body.data.body).toBe('From 25 euros.');
  expect((await core.request('DELETE', `/snippets/${made.data.id}`)).status).toBe(200);
  expect((await core.request('GET', '/snippets')).body.data).toEqual([]);
});

describe.each(['/templates', '/snippets'])('%s', (path) => {
  test.each([
    [{ body: 'Hello {{ planet }}' }, 'body'],
    [{ body: 'Hello {{ firstName' }, 'body'],
    [{ subject: '{{ planet }}' }, 'subject'],
    [{ body: '' }, 'body'],
    [{ name: ' ' }, 'name'],
  ])('rejects %j', async (part, field) => {
    const { status, body } = await post(path, { name: 'X', body: 'Hello', ...part });
    expect([status, body.error.code, body.error.field]).toEqual([422, 'validation_failed', field]);
  });

  test('is created once for a repeated key, and no other workspace finds it', async () => {
    const text = { name: 'Once', body: 'Hello' };
    const headers = { 'idempotency-key': `once-${path.slice(1)}` };
    const [one, again] = [await post(path, text, headers), await post(path, text, headers)];
    expect(again.body).toEqual(one.body);
    const taken = await post(path, { ...text, name: 'ONCE' });
    expect(taken.body.error).toMatchObject({ code: 'already_exists', existingId: one.body.data.id });
    const { key } = await core.addWorkspace();
    const theirs = `${path}/${one.body.data.id}`;
    expect((await core.request('PATCH', theirs, { key, body: { name: 'Mine' } })).status).toBe(404);
    expect((await core.request('DELETE', theirs, { key })).status).toBe(404);
    expect((await post(path, text)).status).toBe(409);
  });
});
