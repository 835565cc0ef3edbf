import { guardedAgent, type ResolveHost, resolveBySystem } from '@outbound/node-service/network/guarded-agent';
import { type Dispatcher, request } from 'undici';
import { proxyAgent } from '../../http/proxy-agent.ts';
import type { ProxySettings } from '../../settings/config.ts';

/** Reads one document of a client. Returns any response, and throws if it does not arrive in time. */
export type FetchDocument = (url: string) => Promise<Response>;

export interface DocumentFetchOptions {
  resolve?: ResolveHost;
  /** Proxy of HTTPS_PROXY. It resolves the names, and decides which hosts it reaches. */
  proxy?: ProxySettings;
}

/** Time for the connection, the response, and its body together. */
export const documentTimeoutMs = 2_000;
/** Largest document or key set that is read, in bytes. */
const bytesMax = 64 * 1024;

/**
 * Reads documents from the public internet only, even if the operator allows private hosts for mail and webhooks: anyone
 * can name a document without signing in. A redirect is returned as it is, because a client's ID is the final URL of its
 * document.
 */
export function documentFetch({ resolve = resolveBySystem, proxy }: DocumentFetchOptions = {}): FetchDocument {
  const guarded = guardedAgent({ isPrivateHostAllowed: false, resolve }, documentTimeoutMs);
  const proxyFor = proxyAgent(proxy);
  return (url) => inTime((signal) => readDocument(url, proxyFor(new URL(url)) ?? guarded, signal));
}

/** An aborted request rejects only once its connection has failed, so the deadline does not depend on it. */
function inTime(read: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const signal = AbortSignal.timeout(documentTimeoutMs);
  const deadline = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([read(signal), deadline]);
}

async function readDocument(url: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<Response> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher,
    headers: { accept: 'application/json' },
    signal,
  });
  const bytes = await readAll(body);
  const cacheControl = headers['cache-control'];
  return new Response(mayHaveBody(statusCode) ? bytes : null, {
    status: statusCode,
    headers: typeof cacheControl === 'string' ? { 'cache-control': cacheControl } : {},
  });
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > bytesMax) throw new Error(`The document has more than ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Statuses without a body (Fetch Standard, "null body status"). */
function mayHaveBody(status: number): boolean {
  return ![204, 205, 304].includes(status);
}
