import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';

/**
 * Carries one HTTP request's messages to a server and collects the answers. The SDK's own stateless transport is built
 * anew for each request, together with its server; this one serves one request after the other with a prepared server.
 */
export class JsonTransport implements Transport {
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #waiting = new Map<RequestId, (answer: JSONRPCMessage) => void>();

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Messages other than answers have no way to a client that gets one JSON body; they are dropped. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return;
    this.#waiting.get(message.id as RequestId)?.(message);
  }

  async exchange(messages: readonly JSONRPCMessage[], authInfo: AuthInfo): Promise<JSONRPCMessage[]> {
    const answers = messages.filter(isJSONRPCRequest).map(({ id }) => this.#answerTo(id));
    try {
      for (const message of messages) if (!isCancellation(message)) this.onmessage?.(message, { authInfo });
      return await Promise.all(answers);
    } finally {
      this.#waiting.clear();
    }
  }

  #answerTo(id: RequestId): Promise<JSONRPCMessage> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}

/** It means a request of another HTTP exchange; within this one it would leave a request without an answer. */
function isCancellation(message: JSONRPCMessage): boolean {
  return 'method' in message && message.method === 'notifications/cancelled';
}
