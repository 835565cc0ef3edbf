import nock from 'nock';
import { afterEach, expect, test } from 'vitest';
import { checkModel } from './check-model.ts';

afterEach(() => nock.cleanAll());

const model = { kind: 'openai', name: 'newest', apiKey: 'secret', timeoutMs: 500 } as const;

function answering(status: number, body: object): void {
  nock('https://api.openai.com').post('/v1/chat/completions').reply(status, body);
}

test('shows the answer of the model', async () => {
  answering(200, { choices: [{ message: { content: '{"answer":\n"Tuesday"}' } }] });
  expect(await checkModel({ model })).toEqual({ answer: '{"answer": "Tuesday"}', findings: [] });
});

test('reports a model that cannot be used, with the setting to change', async () => {
  answering(401, { error: { message: 'Incorrect API key provided.' } });
  const { answer, findings } = await checkModel({ model });
  expect(answer).toBeNull();
  expect(findings).toMatchObject([{ level: 'warning', about: 'model' }]);
  expect(findings[0]!.message).toContain('refused the API key');
});

test('asks nothing without a model', async () => {
  expect(await checkModel({ model: null })).toEqual({ answer: null, findings: [] });
});
