import type { ClientDocumentMode } from '../settings/config.ts';
import { packagedDocument, packagedUrls } from './packaged-documents.ts';

/** A server that can fetch one of these can fetch others. */
const knownDocuments = packagedUrls.slice(0, 2);
const probeMaxMs = 2_000;
const probeAgainMs = 10 * 60_000;

type Fetch = typeof globalThis.fetch;

export interface ClientDocumentsOptions {
  mode: ClientDocumentMode;
  now: () => Date;
  fetch?: Fetch;
}

/**
 * Client ID Metadata Documents are offered only where they can be fetched. A client that sees the offer sends the URL
 * of its document instead of registering. In a closed network, it could not sign in at all.
 */
export class ClientDocuments {
  readonly #mode: ClientDocumentMode;
  readonly #now: () => Date;
  readonly #fetch: Fetch;
  #last: { isFetched: boolean; at: number } | undefined;
  #probe: Promise<boolean> | undefined;

  constructor({ mode, now, fetch = globalThis.fetch }: ClientDocumentsOptions) {
    this.#mode = mode;
    this.#now = now;
    this.#fetch = fetch;
  }

  get isEnabled(): boolean {
    return this.#mode !== 'off';
  }

  /**
   * Fetch for the authorization server. Its options guard against requests into the own network. If a common client's
   * document cannot be fetched, its packaged copy is used.
   */
  readonly fetch: Fetch = async (url, options) => {
    const packaged = packagedDocument(String(url));
    try {
      const response = await this.#fetch(url, options);
      this.#note(true);
      return response.status === 200 ? response : (packaged ?? response);
    } catch (error) {
      // Perhaps only this URL failed. The next request for the metadata finds out.
      this.#last = undefined;
      if (packaged) return packaged;
      throw error;
    }
  };

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
    const signal = AbortSignal.timeout(probeMaxMs);
    const fetchOne = async (url: string) => {
      const response = await this.#fetch(url, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
      await response.body?.cancel();
      if (response.status !== 200) throw new Error(`status ${response.status}`);
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
