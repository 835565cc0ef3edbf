import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { toJson } from '@outbound/node-service/text/to-json';
import type { Response } from 'express';

const keepAliveMs = 15_000;

/** Event stream of one request: notifications, then the responses, then the end. Streams cannot be resumed. */
export async function streamResponses(
  res: Response,
  exchange: (onNotification: (message: JSONRPCMessage) => void) => Promise<JSONRPCMessage[]>,
): Promise<void> {
  res.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.flushHeaders();
  const write = (message: JSONRPCMessage) => res.write(`event: message\ndata: ${toJson(message)}\n\n`);
  const keepAlive = setInterval(() => res.write(': waiting\n\n'), keepAliveMs);
  try {
    for (const response of await exchange(write)) write(response);
  } finally {
    clearInterval(keepAlive);
    res.end();
  }
}
