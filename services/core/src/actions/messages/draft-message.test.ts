import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createModelWriter } from '../../providers/drafting/model-writer.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const modelUrl = 'https://model.test/v1';
let core: TestCore;
beforeAll(async () => {
  const writer = createModelWriter({
    kind: 'compatible',
    url: modelUrl,
    apiKey: 'secret',
    name: 'small',
    timeoutMs: 200,
  });
  core = await startTestCore({ ports: { drafting: { writerFor: async () => writer } } });
});
afterAll(() => core.stop());
afterEach(() => nock.cleanAll());

let count = 0;
async function makeContact(facts = {}) {
  count += 1;
  const body = { email: `ada${count}@analytical.example`, declaredBasis: 'legitimate_interest', ...facts };
  return (await core.request('POST', '/contacts', { body })).body.data;
}
function draft(body: unknown, query = '') {
  return core.request('POST', `/messages/draft${query}`, { body });
}
async function balance() {
  return (await core.request('GET', '/credits/balance')).body.data.balance;
}

function answering(status: number, content: unknown) {
  return nock(modelUrl)
    .post('/chat/completions')
    .reply(status, { choices: [{ message: { role: 'assistant', content } }] });
}

describe('text from the caller', () => {
  test('is filled in for the contact and stored as a free draft, as the dry run showed', async () => {
    const contact = await makeContact({ firstName: 'Ada', companyName: 'Analytical Engines' });
    const text = { subject: 'Routing at {{ companyName }}', bodyText: 'Hello {{ firstName }},\n\na question.' };
    const dry = await draft({ contactId: contact.id, ...text }, '?dryRun=true');
    expect(dry.body.cost.credits).toBe(0);
    const { status, body } = await draft({ contactId: contact.id, ...text });
    expect(status).toBe(201);
    const { message, writtenBy } = body.data;
    expect(writtenBy).toBe('caller');
    expect(message).toMatchObject({
      state: 'draft',
      kind: 'single',
      contactId: contact.id,
      to: contact.email,
      subject: 'Routing at Analytical Engines',
      bodyText: 'Hello Ada,\n\na question.',
    });
    expect(dry.body.data.preview).toEqual({ to: message.to, subject: message.subject, bodyText: message.bodyText });
    expect((await core.request('GET', `/messages/${message.id}`)).body.data).toEqual(message);
  });

  test.each([
    [{ subject: 'Hi {{ firstName }}', bodyText: 'x' }, 'firstName'],
    [{ subject: 'Hi', bodyText: 'Hello {{ shoeSize }}' }, 'shoeSize'],
    [{ subject: 'Hi', bodyText: 'Hello {{ firstName ' }, 'bodyText'],
    [{ subject: 'Hi' }, 'bodyText'],
    [{ subject: 'Hi', bodyText: 'x', instructions: 'write' }, 'instructions'],
  ])('is rejected if it is %j', async (text, named) => {
    const contact = await makeContact();
    const { status, body } = await draft({ contactId: contact.id, ...text });
    expect(status).toBe(422);
    expect(JSON.stringify(body.error)).toContain(named);
  });

  test('requires an existing contact with an email address', async () => {
    const text = { subject: 'Hi', bodyText: 'x' };
    expect((await draft({ contactId: 'con_01ARZ3NDEKTSV4RRFFQ69G5FAV', ...text })).status).toBe(404);
    const nameless = { email: undefined, firstName: 'A', lastName: 'B', companyDomain: 'ab.example' };
    const contact = await makeContact(nameless);
    expect((await draft({ contactId: contact.id, ...text })).body.error.code).toBe('invalid_state');
  });
});

describe('the built-in template', () => {
  test('uses only known facts', async () => {
    const bare = await draft({ contactId: (await makeContact({ email: 'ada.bare@gmail.com' })).id });
    expect(bare.body.data).toMatchObject({ writtenBy: 'template', message: { subject: 'A short question' } });
    const full = await makeContact({ firstName: 'Ada', title: 'CTO', companyName: 'Analytical Engines' });
    const { body } = await draft({ contactId: full.id, pitch: 'We make punch cards.' });
    expect(body.data.message.bodyText).toMatch(/^Hello Ada,[\s\S]*Analytical Engines[\s\S]*We make punch cards\./);
    expect(body.data.message.bodyText).not.toMatch(/\{\{|undefined/);
    expect(body.cost.credits).toBe(0);
  });
});

describe('a model', () => {
  test('writes from the facts for one credit', async () => {
    const contact = await makeContact({ firstName: 'Ada', title: 'CTO' });
    const before = await balance();
    let asked: Record<string, never> = {};
    nock(modelUrl, { reqheaders: { authorization: 'Bearer secret' } })
      .post('/chat/completions', (body) => {
        asked = body;
        return true;
      })
      .reply(200, { choices: [{ message: { content: '{"subject":"Looms","body":"Dear Ada, looms?"}' } }] });
    const dry = await draft({ contactId: contact.id, instructions: 'Offer looms.' }, '?dryRun=true');
    expect(dry.body.cost.credits).toBe(1);
    const { body } = await draft({ contactId: contact.id, instructions: 'Offer looms.' });
    expect(body.data).toMatchObject({
      writtenBy: 'model',
      message: { subject: 'Looms', bodyText: 'Dear Ada, looms?' },
    });
    expect(await balance()).toBe(before - 1);
    expect(asked).toMatchObject({ model: 'small', max_tokens: 4_000 });
    expect(JSON.stringify(asked)).toContain('title: CTO');
    expect(JSON.stringify(asked)).not.toContain(contact.email);
  });

  test('writes in the voice of the workspace, from researched facts', async () => {
    const contact = await makeContact({ firstName: 'Ada' });
    await core.request('PATCH', '/settings', { body: { voice: { text: 'Dry wit.', rules: ['No emojis'] } } });
    const page = { url: 'https://analytical.example/news', title: '', text: 'We opened in Lyon.', structured: [] };
    core.deps.ports.sites.readPage = async () => ({ pages: [page], requests: 1, problems: [] });
    const fact = { statement: 'Opened in Lyon.', quote: page.text, url: page.url };
    await core.request('POST', '/facts', { body: { subjectId: contact.id, ...fact } });
    let asked = '';
    nock(modelUrl)
      .post('/chat/completions', (body) => {
        asked = JSON.stringify(body);
        return true;
      })
      .reply(200, { choices: [{ message: { content: '{"subject":"Looms","body":"You opened in Lyon, Ada."}' } }] });
    const { body } = await draft({ contactId: contact.id, instructions: 'Offer looms.' });
    expect(body.data).toMatchObject({ writtenBy: 'model', warnings: [] });
    for (const part of ['Dry wit.', 'No emojis', 'fact: We opened in Lyon.']) expect(asked).toContain(part);
  });

  test('is not used if it makes something up, and nothing is charged', async () => {
    const contact = await makeContact({ firstName: 'Ada' });
    const before = await balance();
    answering(200, '{"subject":"Looms","body":"Congratulations on your Series B, Ada."}');
    const { body } = await draft({ contactId: contact.id, instructions: 'Offer looms.' });
    expect(body.data.writtenBy).toBe('template');
    expect(body.data.warnings[0]).toContain('made up “Congratulations on your Series B, Ada.”');
    expect(await balance()).toBe(before);
  });

  test.each<[string, () => unknown, string]>([
    ['fails', () => answering(500, ''), 'failed'],
    ['refuses the key', () => answering(401, ''), 'refused the API key'],
    ['writes no JSON', () => answering(200, 'Sure! Here you are.'), 'JSON object'],
    ['leaves placeholders', () => answering(200, '{"subject":"Hi","body":"Dear [First Name], hello"}'), 'placeholders'],
    ['answers no text', () => answering(200, null), 'without a text'],
  ])('that %s is replaced by the free template, with a warning', async (_what, set, words) => {
    const contact = await makeContact();
    const before = await balance();
    set();
    const { status, body } = await draft({ contactId: contact.id, instructions: 'Offer looms.' });
    expect(status).toBe(201);
    expect(body.data.writtenBy).toBe('template');
    expect(body.data.warnings[0]).toContain(words);
    expect(await balance()).toBe(before);
  });
});
