const timeoutMs = 2_000;
const checkedForMs = 2_000;

export interface PeerOptions {
  /** URL that returns 2xx without credentials. */
  url: string;
  /** Setting that names the address, for the operator. */
  setting: string;
}

/** Another service that this one depends on. Its state is checked when asked for, at most every two seconds. */
export class Peer {
  readonly #options: PeerOptions;
  #check: Promise<string | undefined> | undefined;
  #until = 0;

  constructor(options: PeerOptions) {
    this.#options = options;
  }

  /** Reason that the service cannot be used, or undefined. Never rejects. */
  problem(): Promise<string | undefined> {
    if (this.#check === undefined || performance.now() > this.#until) {
      this.#until = performance.now() + timeoutMs + checkedForMs;
      this.#check = this.#ask().finally(() => {
        this.#until = performance.now() + checkedForMs;
      });
    }
    return this.#check;
  }

  async #ask(): Promise<string | undefined> {
    const { url, setting } = this.#options;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
      await response.body?.cancel();
      if (response.ok) return undefined;
      return `responds with ${response.status}: check ${setting}`;
    } catch {
      return `does not respond: check that it runs, and ${setting}`;
    }
  }
}
