import { AppError } from '../../errors/errors.ts';
import { askProvider, providerProblem } from '../provider-request.ts';
import type { DraftWriter } from './draft-writer.ts';

/** Token limit of one draft, whatever the prompt requests. */
const answerTokensMax = 800;
const temperature = 0.4;
const provider = 'The language model';

export interface ModelOptions {
  /** Base URL, including /v1. */
  url: string;
  apiKey?: string;
  name: string;
  timeoutMs: number;
}

const meanings: Record<number, string> = {
  400: 'did not understand the question',
  401: 'refused the API key; an operator has to set MODEL_API_KEY',
  403: 'refused the API key; an operator has to set MODEL_API_KEY',
  404: 'is not there; an operator has to check MODEL_URL and MODEL_NAME',
  429: 'has reached its limit',
};

interface Completion {
  choices?: { message?: { content?: unknown } }[];
}

/** Works with any endpoint that implements OpenAI's chat completions. */
export function createModelWriter({ url, apiKey, name, timeoutMs }: ModelOptions): DraftWriter {
  return {
    async write({ system, user }) {
      const answer = await askProvider({
        provider,
        url: `${url.replace(/\/+$/, '')}/chat/completions`,
        method: 'POST',
        headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
        body: {
          model: name,
          max_tokens: answerTokensMax,
          temperature,
          response_format: { type: 'json_object' },
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
        },
        timeoutMs,
      });
      if (answer.status !== 200) throw providerProblem(provider, answer, meanings[answer.status] ?? 'failed');
      const content = (answer.body as Completion | null)?.choices?.[0]?.message?.content;
      if (typeof content === 'string') return content;
      throw new AppError('provider_failed', `${provider} answered without a text.`);
    },
  };
}
