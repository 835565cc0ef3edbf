import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { JsonTransport } from './json-transport.ts';

const idleMax = 64;

interface Prepared {
  server: Server;
  transport: JsonTransport;
}

/**
 * Prepared servers, each used by one HTTP request at a time. They hold no client state: each message carries its own
 * context. Building a server is the most expensive part of a stateless request.
 */
export class ServerPool {
  readonly #create: () => Server;
  readonly #idle: Prepared[] = [];

  constructor(create: () => Server) {
    this.#create = create;
  }

  async exchange(...exchange: Parameters<JsonTransport['exchange']>): Promise<JSONRPCMessage[]> {
    const prepared = this.#idle.pop() ?? (await this.#prepare());
    try {
      return await prepared.transport.exchange(...exchange);
    } finally {
      if (this.#idle.length < idleMax) this.#idle.push(prepared);
      else await prepared.server.close();
    }
  }

  async #prepare(): Promise<Prepared> {
    const prepared = { server: this.#create(), transport: new JsonTransport() };
    await prepared.server.connect(prepared.transport);
    return prepared;
  }
}
