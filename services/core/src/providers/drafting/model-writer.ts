import { AppError } from '../../errors/errors.ts';
import type { ModelConfig } from '../../settings/model-config.ts';
import { askProvider, type ProviderAnswer, providerProblem } from '../provider-request.ts';
import type { DraftWriter } from './draft-writer.ts';
import { modelKinds, type Tuning } from './model-kinds.ts';

const provider = 'The language model';

const meanings: Record<number, string> = {
  400: 'did not understand the question',
  401: 'refused the API key; an operator has to set MODEL_API_KEY',
  403: 'refused the API key; an operator has to set MODEL_API_KEY',
  404: 'is not there; an operator has to check MODEL_KIND, MODEL_URL, and MODEL_NAME',
  429: 'has reached its limit',
};

/**
 * Writes with a model of any kind. A parameter that the model rejects is spelled in another way or omitted, and the
 * result is remembered until the process ends.
 */
export function createModelWriter({ kind, url, timeoutMs, ...access }: ModelConfig): DraftWriter {
  const model = modelKinds[kind];
  const base = (url ?? model.url ?? '').replace(/\/+$/, '');
  /** Index of the spelling in use, by parameter. */
  const inUse = new Map<Tuning, number>(model.tuning.map((tuning) => [tuning, 0]));
  return {
    async write(prompt) {
      const ask = () =>
        askProvider({
          provider,
          url: `${base}${model.pathOf(access)}`,
          method: 'POST',
          headers: model.headersOf(access),
          body: tuned(model.bodyOf(access, prompt), inUse),
          timeoutMs,
        });
      let answer = await ask();
      for (let rejected = rejectedBy(answer, inUse); rejected !== undefined; rejected = rejectedBy(answer, inUse)) {
        inUse.set(rejected, inUse.get(rejected)! + 1);
        answer = await ask();
      }
      if (answer.status !== 200) throw providerProblem(provider, answer, meanings[answer.status] ?? 'failed');
      const text = model.textOf(answer.body);
      if (typeof text === 'string' && text !== '') return text;
      throw new AppError('provider_failed', `${provider} answered without a text.`);
    },
  };
}

function tuned(body: Record<string, unknown>, inUse: ReadonlyMap<Tuning, number>): Record<string, unknown> {
  for (const [{ spellings, value }, index] of inUse) {
    const [name, inner] = spellings[index]?.split('.') ?? [];
    if (name === undefined) continue;
    body[name] = inner === undefined ? value : { ...(body[name] as object | undefined), [inner]: value };
  }
  return body;
}

/** Parameter in use that a response rejects by its name. */
function rejectedBy({ status, body }: ProviderAnswer, inUse: ReadonlyMap<Tuning, number>): Tuning | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const words = plain(JSON.stringify(body));
  return [...inUse].find(([{ spellings }, index]) => {
    const name = spellings[index]?.split('.').at(-1);
    return name !== undefined && new RegExp(`(?<![a-z])${plain(name)}(?![a-z])`).test(words);
  })?.[0];
}

/** Without the difference between `maxOutputTokens` and `max_output_tokens`. */
function plain(text: string): string {
  return text.replaceAll('_', '').toLowerCase();
}
