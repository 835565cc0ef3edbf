import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, MessageExtraInfo, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { explainIssues } from './explain-issues.ts';
import { isRequest, isResponse } from './message-kinds.ts';

/**
 * Carries one HTTP request's messages to a server and collects the responses. The SDK's own stateless transport is
 * built for each request, together with its server. This one serves successive requests with a prepared server.
 */
export class JsonTransport implements Transport {
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #waiting = new Map<RequestId, (answer: JSONRPCMessage) => void>();
  #onNotification?: (message: JSONRPCMessage) => void;

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isResponse(message)) {
      this.#waiting.get((message as { id: RequestId }).id)?.(explainIssues(message));
    } else if (!isRequest(message)) {
      this.#onNotification?.(message);
    }
  }

  /** Sends notifications only to a caller that accepts a stream. Other callers get one JSON body. */
  async exchange(
    messages: readonly JSONRPCMessage[],
    authInfo: AuthInfo,
    onNotification?: (message: JSONRPCMessage) => void,
  ): Promise<JSONRPCMessage[]> {
    this.#onNotification = onNotification;
    const responses = messages.filter(isRequest).map(({ id }) => this.#waitForResponse(id));
    try {
      for (const message of messages) if (!isCancellation(message)) this.onmessage?.(message, { authInfo });
      return await Promise.all(responses);
    } finally {
      this.#waiting.clear();
      this.#onNotification = undefined;
    }
  }

  #waitForResponse(id: RequestId): Promise<JSONRPCMessage> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}

/**
 * A cancellation refers to a request of another HTTP exchange. Within this one, it would leave a request without a
 * response.
 */
function isCancellation(message: JSONRPCMessage): boolean {
  return 'method' in message && message.method === 'notifications/cancelled';
}
