import { type Dispatcher, fetch as fetchThrough } from 'undici';
import { providerNames } from '../domain/workspaces/providers/provider-kinds.ts';
import { AppError } from '../errors/errors.ts';

const answerBytesMax = 5_000_000;

/** The provider gave no usable response. It can have done, and billed, what it was asked for. */
export class NoAnswer extends AppError {}

export interface ProviderRequest {
  /** Name shown to the user. */
  provider: string;
  url: string;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
  /** Connections of its own, such as those that reject private addresses. */
  dispatcher?: Dispatcher;
}

export interface ProviderAnswer {
  status: number;
  headers: Pick<Headers, 'get'>;
  /** Parsed JSON, or null without a body. */
  body: unknown;
}

/** Failures are counted from zero for every provider. */
const errors = new Map<string, number>(Object.values(providerNames).map((provider) => [provider, 0]));

function noteError(provider: string): void {
  errors.set(provider, (errors.get(provider) ?? 0) + 1);
}

/** Failures of each provider since this process started. */
export function providerErrors(): ReadonlyMap<string, number> {
  return errors;
}

/**
 * Makes one HTTP call to a provider. Returns any response, whatever its status. Throws `provider_failed` only if there
 * is no usable response (timeout, connection failure, invalid JSON, or too much data).
 */
export async function askProvider(request: ProviderRequest): Promise<ProviderAnswer> {
  const { provider, url, method = 'GET', headers, body, timeoutMs, dispatcher } = request;
  try {
    const init = {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'error' as const,
      signal: AbortSignal.timeout(timeoutMs),
    };
    const response =
      dispatcher === undefined ? await fetch(url, init) : await fetchThrough(url, { ...init, dispatcher });
    const text = await readText(response);
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  } catch (error) {
    noteError(provider);
    throw new NoAnswer('provider_failed', `${provider} ${reasonOf(error, timeoutMs)}.`, { cause: error });
  }
}

async function readText(response: { body: AsyncIterable<Uint8Array> | null }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > answerBytesMax) throw new RangeError('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown, timeoutMs: number): string {
  const { name } = error as Error;
  if (name === 'TimeoutError') return `did not answer within ${timeoutMs / 1000} s`;
  if (name === 'SyntaxError') return 'answered something that is not JSON';
  if (name === 'RangeError') return 'answered more than fits';
  return 'could not be reached';
}

/** Error that explains an unsuccessful provider status to the caller. */
export function providerProblem(provider: string, { status, headers }: ProviderAnswer, words: string): AppError {
  noteError(provider);
  const retryAfter = Number(headers.get('retry-after'));
  const retryAfterSeconds = Number.isFinite(retryAfter) && retryAfter > 0 ? Math.min(retryAfter, 3600) : undefined;
  return new AppError('provider_failed', `${provider} ${words} (status ${status}).`, { retryAfterSeconds });
}
