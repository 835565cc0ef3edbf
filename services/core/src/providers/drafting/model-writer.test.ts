import nock from 'nock';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelConfig } from '../../settings/model-config.ts';
import { createModelWriter } from './model-writer.ts';

afterEach(() => nock.cleanAll());

const prompt = { system: 'Write.', user: 'Hello.' };
const access = { name: 'newest', apiKey: 'secret', timeoutMs: 500 };
type Body = Record<string, unknown>;

/** Shapes from the API references: address, authorization, and a response with the text "Done". */
const recorded: [kind: ModelConfig['kind'], url: string, header: string, answer: object][] = [
  [
    'openai',
    'https://api.openai.com/v1/chat/completions',
    'authorization',
    {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Done', refusal: null }, finish_reason: 'stop' }],
      usage: { completion_tokens_details: { reasoning_tokens: 64 } },
    },
  ],
  [
    'anthropic',
    'https://api.anthropic.com/v1/messages',
    'x-api-key',
    {
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'x' },
        { type: 'text', text: 'Done' },
      ],
      stop_reason: 'end_turn',
    },
  ],
  [
    'gemini',
    'https://generativelanguage.googleapis.com/v1beta/models/newest:generateContent',
    'x-goog-api-key',
    {
      candidates: [
        { content: { role: 'model', parts: [{ text: 'Hm.', thought: true }, { text: 'Done' }] }, finishReason: 'STOP' },
      ],
      usageMetadata: { thoughtsTokenCount: 40 },
    },
  ],
  [
    'ollama',
    'http://127.0.0.1:11434/api/chat',
    'authorization',
    { model: 'newest', message: { role: 'assistant', content: 'Done' }, done: true, done_reason: 'stop' },
  ],
];

test.each(recorded)('asks a model of the kind %s', async (kind, url, header, answer) => {
  const { origin, pathname } = new URL(url);
  const sent: Body[] = [];
  nock(origin, { reqheaders: { [header]: /secret/ } })
    .post(pathname, (body: Body) => sent.push(body) > 0)
    .reply(200, answer);
  expect(await createModelWriter({ ...access, kind }).write(prompt)).toBe('Done');
  expect(JSON.stringify(sent)).toMatch(/Write\..*Hello\.|Hello\..*Write\./);
  expect(JSON.stringify(sent)).not.toContain('temperature');
});

/** Rejections in the words of the providers. */
const rejections: [kind: ModelConfig['kind'], name: string, status: number, error: object][] = [
  [
    'compatible',
    'max_tokens',
    400,
    {
      message:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      type: 'invalid_request_error',
      param: 'max_tokens',
      code: 'unsupported_parameter',
    },
  ],
  ['openai', 'response_format', 400, { message: "Unknown parameter: 'response_format'.", param: 'response_format' }],
  [
    'gemini',
    'responseMimeType',
    400,
    { code: 400, message: 'Invalid JSON payload received. Unknown name "response_mime_type" at \'generation_config\'' },
  ],
  ['ollama', 'format', 422, { message: 'unexpected field: format' }],
];

test.each(rejections)('a %s model that rejects %s is asked without it, and never again with it', async (...row) => {
  const [kind, name, status, error] = row;
  const url = recorded.find(([each]) => each === (kind === 'compatible' ? 'openai' : kind))!;
  const { origin, pathname } = new URL(url[1]);
  const sent: string[] = [];
  const isWith = (body: Body) => JSON.stringify(body).includes(`"${name}"`);
  const rejecting = (body: Body) => isWith(body) && sent.push('with') > 0;
  const accepting = (body: Body) => !isWith(body) && sent.push('without') > 0;
  nock(origin).persist().post(pathname, rejecting).reply(status, { error });
  nock(origin).persist().post(pathname, accepting).reply(200, url[3]);
  const writer = createModelWriter({
    ...access,
    kind,
    ...(kind === 'compatible' && { url: 'https://api.openai.com/v1' }),
  });
  expect([await writer.write(prompt), await writer.write(prompt)]).toEqual(['Done', 'Done']);
  // Nock can match a request more than once.
  expect(sent.indexOf('without')).toBeGreaterThan(sent.lastIndexOf('with'));
});

describe('a model that cannot be used', () => {
  const ask = (status: number, body: object) => {
    nock('https://api.openai.com').post('/v1/chat/completions').times(9).reply(status, body);
    return createModelWriter({ ...access, kind: 'openai' }).write(prompt);
  };

  test.each([
    [400, { error: { message: 'The prompt is too long.' } }, 'did not understand'],
    [401, { error: { message: 'Incorrect API key provided.' } }, 'OpenAI refused the API key'],
    [404, { error: { message: 'The model does not exist.' } }, 'does not have the model'],
    [200, { choices: [{ message: { content: '' }, finish_reason: 'length' }] }, 'without a text'],
    [
      400,
      { error: { message: 'max_completion_tokens, max_tokens, response_format: all wrong.' } },
      'did not understand',
    ],
  ])('is explained: status %i, %j', async (status, body, words) => {
    await expect(ask(status, body)).rejects.toThrow(words);
  });
});
