import type { Agent, Dispatcher } from 'undici';

export interface CoreRequest {
  origin: string;
  /** Includes the query. */
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** A response that was read to its end. */
export interface CoreResponse {
  status: number;
  /** Looks up a header by its lowercase name. */
  header(name: string): string | null;
  text: string;
}

/** Fails if the whole response does not arrive in time, or has more bytes. */
export type Send = (request: CoreRequest, timeoutMs: number, bytesMax?: number) => Promise<CoreResponse>;

/** Avoids fetch, streams, and abort signals, which cost more than the rest of a call together. */
export function pooled(agent: Agent): Send {
  return ({ method, ...rest }, timeoutMs, bytesMax = Number.POSITIVE_INFINITY) =>
    new Promise((resolve, reject) => {
      const collector = new Collector(timeoutMs, bytesMax, resolve, reject);
      agent.dispatch({ ...rest, method: method as Dispatcher.HttpMethod }, collector);
    });
}

class Collector implements Dispatcher.DispatchHandler {
  readonly #resolve: (response: CoreResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller?: Dispatcher.DispatchController;
  #timeout?: Error;
  #status = 0;
  #bytesLeft: number;
  #headers: Record<string, string | string[] | undefined> = {};

  constructor(
    timeoutMs: number,
    bytesMax: number,
    resolve: (response: CoreResponse) => void,
    reject: (error: Error) => void,
  ) {
    this.#bytesLeft = bytesMax;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(() => this.#giveUp(), timeoutMs);
  }

  /** A request still queued for a connection has no controller yet. It ends when it gets one. */
  #giveUp(): void {
    this.#timeout = new Error('The core did not answer in time.');
    this.#controller?.abort(this.#timeout);
    this.#reject(this.#timeout);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#timeout) controller.abort(this.#timeout);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytesLeft -= chunk.length;
    if (this.#bytesLeft < 0) controller.abort(new Error('The response is too long.'));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    const headers = this.#headers;
    const text = Buffer.concat(this.#chunks).toString();
    this.#resolve({ status: this.#status, header: (name) => [headers[name]].flat()[0] ?? null, text });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#timer);
    this.#reject(error);
  }
}

export function byFetch(fetch: typeof globalThis.fetch): Send {
  return async ({ origin, path, ...rest }, timeoutMs, bytesMax = Number.POSITIVE_INFINITY) => {
    const response = await fetch(`${origin}${path}`, { ...rest, signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    if (text.length > bytesMax) throw new Error('The response is too long.');
    return { status: response.status, header: (name) => response.headers.get(name), text };
  };
}
