import type { Prompt } from '../../domain/messages/drafts/draft-prompt.ts';
import type { ModelConfig } from '../../settings/model-config.ts';

type ModelAccess = Pick<ModelConfig, 'apiKey' | 'name'>;

/** Parameter that a model may reject: the spellings to try in order, and its value. Without the last one, it is omitted. */
export interface Tuning {
  /** Paths in the body, such as `generationConfig.maxOutputTokens`. */
  spellings: readonly string[];
  value: unknown;
}

/** Format of a provider's requests and responses. */
export interface ModelKind {
  /** Base URL, including the version. Null: the operator sets it. */
  url: string | null;
  pathOf(access: ModelAccess): string;
  headersOf(access: ModelAccess): Record<string, string>;
  bodyOf(access: ModelAccess, prompt: Prompt): Record<string, unknown>;
  tuning: readonly Tuning[];
  /** Text of a response. Undefined if it has none. */
  textOf(body: unknown): string | undefined;
  /** Tokens that a response bills, read and written. */
  tokensOf(body: unknown): number;
}

/** Enough for a draft and the hidden reasoning before it. */
export const tokensMax = 4_000;

function bearer({ apiKey }: ModelAccess): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

function asMessages({ system, user }: Prompt) {
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}

/** Sum of these numbers below a member of a response. */
function sum(body: unknown, member: string | null, names: readonly string[]): number {
  const own = (member === null ? body : (body as Record<string, unknown> | null)?.[member]) as Record<
    string,
    unknown
  > | null;
  return names.reduce((total, name) => total + (typeof own?.[name] === 'number' ? own[name] : 0), 0);
}

const chatCompletions: Omit<ModelKind, 'url' | 'tuning'> = {
  pathOf: () => '/chat/completions',
  headersOf: bearer,
  bodyOf: ({ name }, prompt) => ({ model: name, messages: asMessages(prompt) }),
  textOf: (body) => (body as { choices?: { message?: { content?: string } }[] } | null)?.choices?.[0]?.message?.content,
  tokensOf: (body) => sum(body, 'usage', ['total_tokens']),
};
const asJson: Tuning = { spellings: ['response_format'], value: { type: 'json_object' } };

/** Joined texts of content parts, without the model's reasoning. */
function joined(parts: { text?: string; type?: string; thought?: boolean }[] | undefined): string | undefined {
  const texts = parts?.flatMap(({ text, type = 'text', thought }) =>
    text === undefined || type !== 'text' || thought === true ? [] : [text],
  );
  return texts?.length ? texts.join('') : undefined;
}

/** Sources: the API references of the providers. No temperature is sent, because current models reject it. */
export const modelFormats: Readonly<Record<ModelConfig['kind'], ModelKind>> = {
  openai: {
    ...chatCompletions,
    url: 'https://api.openai.com/v1',
    tuning: [{ spellings: ['max_completion_tokens', 'max_tokens'], value: tokensMax }, asJson],
  },
  /** Any server with OpenAI's chat completions. Most know the older name of the limit. */
  compatible: {
    ...chatCompletions,
    url: null,
    tuning: [{ spellings: ['max_tokens', 'max_completion_tokens'], value: tokensMax }, asJson],
  },
  anthropic: {
    url: 'https://api.anthropic.com/v1',
    pathOf: () => '/messages',
    headersOf: ({ apiKey = '' }) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    bodyOf: ({ name }, { system, user }) => ({
      model: name,
      max_tokens: tokensMax,
      system,
      messages: [{ role: 'user', content: user }],
    }),
    tuning: [],
    textOf: (body) => joined((body as { content?: { type: string; text?: string }[] } | null)?.content),
    tokensOf: (body) => sum(body, 'usage', ['input_tokens', 'output_tokens']),
  },
  gemini: {
    url: 'https://generativelanguage.googleapis.com/v1beta',
    pathOf: ({ name }) => `/models/${encodeURIComponent(name)}:generateContent`,
    headersOf: ({ apiKey = '' }) => ({ 'x-goog-api-key': apiKey }),
    bodyOf: (_access, { system, user }) => ({
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: 'user', parts: [{ text: user }] }],
    }),
    tuning: [
      { spellings: ['generationConfig.maxOutputTokens'], value: tokensMax },
      { spellings: ['generationConfig.responseMimeType'], value: 'application/json' },
    ],
    textOf: (body) =>
      joined(
        (body as { candidates?: { content?: { parts?: { text?: string }[] } }[] } | null)?.candidates?.[0]?.content
          ?.parts,
      ),
    tokensOf: (body) => sum(body, 'usageMetadata', ['totalTokenCount']),
  },
  ollama: {
    url: 'http://127.0.0.1:11434',
    pathOf: () => '/api/chat',
    headersOf: bearer,
    bodyOf: ({ name }, prompt) => ({ model: name, stream: false, messages: asMessages(prompt) }),
    tuning: [
      { spellings: ['format'], value: 'json' },
      { spellings: ['options.num_predict'], value: tokensMax },
    ],
    textOf: (body) => (body as { message?: { content?: string } } | null)?.message?.content,
    tokensOf: (body) => sum(body, null, ['prompt_eval_count', 'eval_count']),
  },
};
