import nock from 'nock';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../../../providers/prospects/directory/directory.ts';
import { publishChanges } from '../../../store/events/changes/publish-changes.ts';
import { ProviderModel } from '../../../store/workspaces/providers/provider-store.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { changeViews } from '../../events/changes/change-views.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ environment: { ALLOW_PRIVATE_HOSTS: 'false' } });
});
afterAll(() => core.stop());
afterEach(() => nock.cleanAll());

const apiKey = 'an-api-key-that-nobody-sees';
const person = openDirectory().people.find(({ emailStatus }) => emailStatus === 'valid')!;

async function setUp() {
  const { key, workspaceId } = await core.addWorkspace({ credits: 10 });
  const request = (method: string, path: string, body?: unknown, idempotencyKey?: string) =>
    core.request(method, path, { key, body, idempotencyKey });
  return { key, workspaceId, request };
}

test('adds a provider, never shows its key, and changes and deletes it', async () => {
  const { request, workspaceId } = await setUp();
  const { cursor } = (await request('POST', '/changes/snapshot', {})).body.data;
  const dry = await request('POST', '/providers?dryRun=true', { kind: 'apollo', apiKey, monthlyBudget: 100 });
  expect(JSON.stringify(dry.body)).not.toContain(apiKey);
  const added = await request('POST', '/providers', { kind: 'apollo', apiKey, monthlyBudget: 100 }, 'once');
  expect(added.status).toBe(201);
  expect(added.body.data).toMatchObject({
    kind: 'apollo',
    keyEnd: 'sees',
    monthlyBudget: 100,
    usedThisMonth: 0,
    unit: 'credits',
    creditsPerResult: 1,
    position: null,
    hitRates: [],
    lastTest: null,
  });
  const again = await request('POST', '/providers', { kind: 'apollo', apiKey, monthlyBudget: 100 }, 'once');
  expect(again.body.data.id).toBe(added.body.data.id);
  const { id } = added.body.data;
  const changed = await request('PATCH', `/providers/${id}`, { position: 1, apiKey: 'another-key-of-ours' });
  expect(changed.body.data).toMatchObject({ position: 1, keyEnd: 'ours', version: 2 });
  const stored = await ProviderModel.findOne({ workspaceId }).lean();
  const audit = await request('GET', '/audit?limit=20');
  const everything = JSON.stringify([
    stored,
    added.body,
    changed.body,
    (await request('GET', '/providers')).body,
    audit.body,
  ]);
  expect(everything).not.toContain(apiKey);
  expect(everything).not.toContain('another-key');
  while (await publishChanges(changeViews, new Date()));
  const { body } = await request('GET', `/changes?after=${cursor}`);
  expect(JSON.stringify(body)).not.toContain('sealedKey');
  const change = body.data.find(({ type }: { type: string }) => type === 'provider');
  expect(change.after).toMatchObject({ kind: 'apollo', position: 1, keyEnd: 'ours' });
  expect((await request('DELETE', `/providers/${id}`)).status).toBe(200);
  expect((await request('GET', '/providers')).body.data).toEqual([]);
});

test.each([
  [{ kind: 'hunter' }, 'apiKey', 'Hunter needs an API key'],
  [{ kind: 'hunter', apiKey, model: 'x' }, 'model', 'is not a language model'],
  [{ kind: 'hunter', apiKey, baseUrl: 'https://proxy.example' }, 'baseUrl', 'has a fixed address'],
  [{ kind: 'openai', apiKey }, 'model', 'needs its name'],
  [{ kind: 'openai', apiKey, model: 'x', creditsPerResult: 1 }, 'creditsPerResult', 'cost no credits'],
  [{ kind: 'compatible', model: 'x' }, 'baseUrl', 'needs its address'],
  [{ kind: 'compatible', model: 'x', baseUrl: 'http://127.0.0.1/v1' }, 'baseUrl', 'private network'],
  [{ kind: 'compatible', model: 'x', baseUrl: 'ftp://models.example' }, 'baseUrl', 'no web address'],
  [{ kind: 'compatible', model: 'x', baseUrl: 'https://a:b@models.example' }, 'baseUrl', 'user name'],
])('rejects %j', async (input, field, words) => {
  const { request } = await setUp();
  const { status, body } = await request('POST', '/providers', input);
  expect([status, body.error.details?.[0]?.field ?? body.error.field]).toEqual([422, field]);
  expect(body.error.message).toContain(words);
});

test('keeps one provider of each kind, and those of other workspaces apart', async () => {
  const [one, other] = [await setUp(), await setUp()];
  const { body } = await one.request('POST', '/providers', { kind: 'hunter', apiKey });
  const second = await one.request('POST', '/providers', { kind: 'hunter', apiKey });
  expect([second.status, second.body.error.existingId]).toEqual([409, body.data.id]);
  for (const [method, path] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/test'],
  ] as const) {
    const { status } = await other.request(
      method,
      `/providers/${body.data.id}${path}`,
      method === 'DELETE' ? undefined : {},
    );
    expect(status).toBe(404);
  }
  expect((await other.request('GET', '/providers')).body.data).toEqual([]);
  const sources = async ({ request }: typeof one) =>
    (await request('POST', '/search/people', { companyDomains: ['a.example'] })).body.data.sources.map(
      ({ name }: { name: string }) => name,
    );
  nock('https://api.hunter.io')
    .get('/v2/domain-search')
    .query(true)
    .reply(200, { data: { domain: 'a.example', emails: [] }, meta: { results: 0 } });
  expect([await sources(one), await sources(other)]).toEqual([
    ['own', 'hunter'],
    ['directory', 'own'],
  ]);
});

test('the first provider of people ends the invented directory, and returns the credits spent on it', async () => {
  const { request } = await setUp();
  await request('POST', '/search/people/reveal', { ids: [person.id] });
  const balance = async () => (await request('GET', '/credits/balance')).body.data.balance;
  expect(await balance()).toBe(9);
  await request('POST', '/providers', { kind: 'anthropic', apiKey, model: 'claude' });
  expect(await balance()).toBe(9);
  const added = await request('POST', '/providers', { kind: 'dropcontact', apiKey });
  expect(added.body.summary).toBe('Added Dropcontact and returned 1 credit spent on invented people.');
  expect(await balance()).toBe(10);
  const { body } = await request('POST', '/search/people', { titles: ['CTO'] });
  expect(body.data).toMatchObject({ total: 0, sources: [{ name: 'own' }] });
});

test('tests a provider of people for free, and shows its problem', async () => {
  const { request } = await setUp();
  const { body } = await request('POST', '/providers', { kind: 'prospeo', apiKey });
  const api = () => nock('https://api.prospeo.io', { reqheaders: { 'x-key': apiKey } }).post('/account-information');
  api().reply(200, { error: false, response: { current_plan: 'FREE', remaining_credits: 75 } });
  const works = await request('POST', `/providers/${body.data.id}/test`, {});
  expect(works.body.data).toEqual({ isWorking: true, answer: 'Plan FREE: 75 credits left.', cost: 0 });
  api().reply(401, { error: true, error_code: 'INVALID_API_KEY' });
  const fails = await request('POST', `/providers/${body.data.id}/test`, {});
  expect(fails.body.data).toEqual({
    isWorking: false,
    answer: 'Prospeo refused the API key (status 401).',
    cost: 0,
  });
  const [listed] = (await request('GET', '/providers')).body.data;
  expect(listed.lastTest).toMatchObject({ isWorking: false, answer: 'Prospeo refused the API key (status 401).' });
});

function written(content: string) {
  return {
    id: 'chatcmpl-1',
    choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1_000 },
  };
}

test("writes with the workspace's own models in their order, within their budgets of tokens", async () => {
  const { request } = await setUp();
  const draft = async () => {
    const contact = { email: `ada${Math.random()}@analytical.com`, firstName: 'Ada', declaredBasis: 'consent' };
    const { body } = await request('POST', '/contacts', contact);
    return request('POST', '/messages/draft', { contactId: body.data.id, instructions: 'Say hello.' });
  };
  const without = await draft();
  expect([without.status, without.body.error.field ?? without.body.error.details?.[0]?.field]).toEqual([
    422,
    'instructions',
  ]);
  const { body: first } = await request('POST', '/providers', {
    kind: 'openai',
    apiKey,
    model: 'newest',
    position: 1,
    monthlyBudget: 5_000,
  });
  await request('POST', '/providers', { kind: 'anthropic', apiKey, model: 'claude', position: 2 });
  const openai = nock('https://api.openai.com', { reqheaders: { authorization: `Bearer ${apiKey}` } });
  openai.post('/v1/chat/completions').reply(200, written('{"answer":"ready"}'));
  const tested = await request('POST', `/providers/${first.data.id}/test`, {});
  expect(tested.body.data).toEqual({ isWorking: true, answer: '{"answer":"ready"}', cost: 1_000 });
  const usage = async () =>
    (await request('GET', '/providers')).body.data.map((one: { usedThisMonth: number }) => one.usedThisMonth);
  expect(await usage()).toEqual([1_000, 0]);
  // The budget has too little left for another text, so the next model is asked.
  nock('https://api.anthropic.com', { reqheaders: { 'x-api-key': apiKey } })
    .post('/v1/messages')
    .reply(200, {
      content: [{ type: 'text', text: '{"subject":"Hello","body":"How are the looms?"}' }],
      usage: { input_tokens: 500, output_tokens: 20 },
    });
  const { message } = (await draft()).body.data;
  expect(message).toMatchObject({ subject: 'Hello', bodyText: 'How are the looms?' });
  expect(await usage()).toEqual([1_000, 520]);
});

test('a member reads providers, and changes none', async () => {
  const key = await core.addKey(['providers:read']);
  expect((await core.request('GET', '/providers', { key })).status).toBe(200);
  const refused = await core.request('POST', '/providers', { key, body: { kind: 'hunter', apiKey } });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'missing_scope']);
});
