import { type Agent, type Dispatcher, request } from 'undici';

export interface CoreRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export interface CoreResponse {
  status: number;
  /** By its name in lower case. */
  header(name: string): string | null;
  text(): Promise<string>;
  /** Frees the connection of a response that nobody reads. */
  discard(): Promise<void>;
}

export type Send = (request: CoreRequest, signal: AbortSignal) => Promise<CoreResponse>;

/** Without the request, response and streams of fetch, which cost more than all the rest of a call. */
export function pooled(agent: Agent): Send {
  return async ({ url, method, ...rest }, signal) => {
    const options = { ...rest, method: method as Dispatcher.HttpMethod, signal, dispatcher: agent };
    const { statusCode, headers, body } = await request(url, options);
    return {
      status: statusCode,
      header: (name) => [headers[name]].flat()[0] ?? null,
      text: () => body.text(),
      discard: () => body.dump(),
    };
  };
}

export function byFetch(fetch: typeof globalThis.fetch): Send {
  return async ({ url, ...rest }, signal) => {
    const response = await fetch(url, { ...rest, signal });
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      text: () => response.text(),
      discard: async () => response.body?.cancel(),
    };
  };
}
