import type { Dispatcher } from 'undici';
import type { Prompt } from '../../domain/messages/drafts/draft-prompt.ts';
import { providerNames } from '../../domain/workspaces/providers/provider-kinds.ts';
import { AppError } from '../../errors/errors.ts';
import type { ModelConfig } from '../../settings/model-config.ts';
import { askProvider, type ProviderAnswer, providerProblem } from '../provider-request.ts';
import type { DraftWriter } from './draft-writer.ts';
import { modelFormats, type Tuning, tokensMax } from './model-kinds.ts';

const meanings: Record<number, string> = {
  400: 'did not understand the question',
  401: 'refused the API key: check it in the settings',
  402: 'has no credits left on the account',
  403: 'refused the API key: check it in the settings',
  404: 'does not have the model: check its name, kind, and address in the settings',
  429: 'has reached its limit',
};

export interface ModelAccess extends ModelConfig {
  /** Connections of its own, for an address that a workspace chose. */
  dispatcher?: Dispatcher;
}

/** Text of a model, and the number of tokens that it bills. */
export interface ModelText {
  text: string;
  cost: number;
}

/** Most tokens that a prompt and its response can take. A token has about four characters, and at least two. */
export function tokensFor({ system, user }: Prompt): number {
  return tokensMax + Math.ceil((system.length + user.length) / 2);
}

/** Parameters that models rejected, until the process ends: index of the spelling in use, by model and parameter. */
const spellingsInUse = new Map<string, Map<Tuning, number>>();
const modelsKept = 1_000;

function inUseFor(key: string, tuning: readonly Tuning[]): Map<Tuning, number> {
  const known = spellingsInUse.get(key);
  if (known !== undefined) return known;
  if (spellingsInUse.size >= modelsKept) spellingsInUse.clear();
  const fresh = new Map(tuning.map((one) => [one, 0]));
  spellingsInUse.set(key, fresh);
  return fresh;
}

/**
 * Writes with a model of any kind. A parameter that the model rejects is spelled in another way or omitted, and the
 * result is remembered until the process ends.
 */
export function createModelWriter(config: ModelAccess): DraftWriter & { ask(prompt: Prompt): Promise<ModelText> } {
  const { kind, url, timeoutMs, dispatcher, ...access } = config;
  const provider = providerNames[kind];
  const model = modelFormats[kind];
  const base = (url ?? model.url ?? '').replace(/\/+$/, '');
  const inUse = inUseFor(`${kind} ${base} ${access.name}`, model.tuning);
  const ask = async (prompt: Prompt): Promise<ModelText> => {
    const send = () =>
      askProvider({
        provider,
        url: `${base}${model.pathOf(access)}`,
        method: 'POST',
        headers: model.headersOf(access),
        body: tuned(model.bodyOf(access, prompt), inUse),
        timeoutMs,
        dispatcher,
      });
    let answer = await send();
    for (let rejected = rejectedBy(answer, inUse); rejected !== undefined; rejected = rejectedBy(answer, inUse)) {
      inUse.set(rejected, inUse.get(rejected)! + 1);
      answer = await send();
    }
    if (answer.status !== 200) throw providerProblem(provider, answer, meanings[answer.status] ?? 'failed');
    const text = model.textOf(answer.body);
    if (typeof text === 'string' && text !== '') return { text, cost: model.tokensOf(answer.body) };
    throw new AppError('provider_failed', `${provider} answered without a text.`);
  };
  return { ask, write: async (prompt) => (await ask(prompt)).text };
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
