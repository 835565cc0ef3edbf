import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientDocumentMode } from '../../settings/config.ts';
import type { Taken } from '../../store/rate-store.ts';
import { documentFetch, documentTimeoutMs, type FetchDocument } from './fetch-document.ts';
import { packagedDocument, packagedUrls } from './packaged-documents.ts';

/** A server that can fetch one of these can fetch others. */
const knownDocuments = packagedUrls.slice(0, 2);
const probeAgainMs = 10 * 60_000;

/** One request to the authorization server, and its fetches. */
export interface DocumentRequest {
  /** Network of the client, for the limit. */
  network: string;
  startedAt: number;
  /** URLs that were requested. oidc-provider asks for a failed client twice. */
  tried: Set<string>;
  /** True if a document was read, even one that was then rejected. */
  isRead: boolean;
  /** Set if the client asked for too many documents: milliseconds until it can try again. */
  retryAfterMs?: number;
}

export interface ClientDocumentsOptions {
  mode: ClientDocumentMode;
  now: () => Date;
  fetch?: FetchDocument;
  /** Counts a document against the limit of a network. */
  admit(network: string): Promise<Taken>;
  /** Delay in milliseconds. Tests replace it. */
  wait?(delayMs: number): Promise<unknown>;
}

/**
 * Client ID Metadata Documents are offered only where they can be fetched. A client that sees the offer sends the URL
 * of its document instead of registering. In a closed network, it could not sign in at all.
 *
 * Anyone can name a URL without signing in. A rejected host and a failed request therefore take equally long, so that
 * the response shows nothing about the network behind this server.
 */
export class ClientDocuments {
  readonly #mode: ClientDocumentMode;
  readonly #now: () => Date;
  readonly #fetch: FetchDocument;
  readonly #admit: ClientDocumentsOptions['admit'];
  readonly #wait: (delayMs: number) => Promise<unknown>;
  readonly #requests = new AsyncLocalStorage<DocumentRequest>();
  #last: { isFetched: boolean; at: number } | undefined;
  #probe: Promise<boolean> | undefined;

  constructor({ mode, now, fetch = documentFetch(), admit, wait = sleep }: ClientDocumentsOptions) {
    this.#mode = mode;
    this.#now = now;
    this.#fetch = fetch;
    this.#admit = admit;
    this.#wait = wait;
  }

  get isEnabled(): boolean {
    return this.#mode !== 'off';
  }

  /** Serves a request of this network. Its fetches count against the network's limit. */
  serve<T>(network: string, work: () => T): T {
    return this.#requests.run({ network, startedAt: performance.now(), tried: new Set(), isRead: false }, work);
  }

  /** The request being served. Undefined for fetches outside of a request. */
  get request(): DocumentRequest | undefined {
    return this.#requests.getStore();
  }

  /**
   * Fetch for the authorization server. If a common client's document cannot be fetched, its packaged copy is used.
   * Throws if there is no document.
   */
  readonly fetch = async (input: string | URL | Request): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const served = this.request;
    if (served !== undefined) await this.#count(served, url);
    try {
      const response = await this.#fetch(url);
      this.#note(true);
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      if (served !== undefined) served.isRead = true;
      return response;
    } catch (cause) {
      // Perhaps only this URL failed. The next request for the metadata finds out.
      this.#last = undefined;
      const packaged = served?.retryAfterMs === undefined ? packagedDocument(url) : undefined;
      if (packaged !== undefined) {
        if (served !== undefined) served.isRead = true;
        return packaged;
      }
      await this.holdFailure();
      throw new Error('The document could not be read.', { cause });
    }
  };

  /** Waits until a request for a silent host would have failed. */
  async holdFailure(): Promise<void> {
    const startedAt = this.request?.startedAt;
    if (startedAt !== undefined) await this.#wait(Math.max(0, documentTimeoutMs - (performance.now() - startedAt)));
  }

  async #count(served: DocumentRequest, url: string): Promise<void> {
    if (served.tried.has(url)) throw new Error('The document was rejected before.');
    served.tried.add(url);
    const { isGranted, retryAfterMs } = await this.#admit(served.network);
    if (isGranted) return;
    served.retryAfterMs = retryAfterMs;
    throw new Error('Too many documents.');
  }

  /**
   * Called when a client reads the metadata. In `auto`, a result is valid for ten minutes, with no fetch in between.
   */
  async isOffered(): Promise<boolean> {
    if (this.#mode !== 'auto') return this.#mode === 'on';
    if (this.#last && this.#now().getTime() - this.#last.at < probeAgainMs) return this.#last.isFetched;
    this.#probe ??= this.#probeKnown().finally(() => {
      this.#probe = undefined;
    });
    return this.#probe;
  }

  async #probeKnown(): Promise<boolean> {
    const fetchOne = async (url: string) => {
      const { status } = await this.#fetch(url);
      if (status !== 200) throw new Error(`status ${status}`);
    };
    const isFetched = await Promise.any(knownDocuments.map(fetchOne)).then(
      () => true,
      () => false,
    );
    this.#note(isFetched);
    return isFetched;
  }

  #note(isFetched: boolean): void {
    this.#last = { isFetched, at: this.#now().getTime() };
  }
}
