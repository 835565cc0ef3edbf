import type { ClientDocumentMode } from '../settings/config.ts';

/** Documents of clients that people use: who can fetch one of them can fetch those of others. */
const knownDocuments = [
  'https://claude.ai/oauth/claude-code-client-metadata',
  'https://chatgpt.com/oauth/codex/client.json',
];
const probeMaxMs = 2_000;
const probeAgainMs = 10 * 60_000;

type Fetch = typeof globalThis.fetch;

export interface ClientDocumentsOptions {
  mode: ClientDocumentMode;
  now: () => Date;
  fetch?: Fetch;
}

/**
 * Client ID Metadata Documents are offered only where they can be fetched: a client that sees the offer sends the address
 * of its document and does not register, so in a closed network it could not sign in at all.
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

  /** The authorization server's fetches, whose options guard against requests into the own network. */
  readonly fetch: Fetch = async (url, options) => {
    try {
      const response = await this.#fetch(url, options);
      this.#note(true);
      return response;
    } catch (error) {
      // It may have been this one address: the next client that asks finds out.
      this.#last = undefined;
      throw error;
    }
  };

  /** Asked when a client reads the metadata. In `auto`, a result holds for ten minutes; nothing is fetched in between. */
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
