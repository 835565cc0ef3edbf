import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';

// For messages that the SDK's schema has accepted or that the SDK has written. The SDK's own tests of the same name
// parse the whole message again each time.

export function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message;
}

/** True for a result or an error. */
export function isResponse(message: JSONRPCMessage): boolean {
  return !('method' in message);
}
