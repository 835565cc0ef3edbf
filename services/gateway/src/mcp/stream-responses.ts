import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { toJson } from '@outbound/node-service/text/to-json';
import type { Response } from 'express';

const keepAliveMs = 15_000;

type Write = (message: JSONRPCMessage) => void;

/**
 * Event stream of one request: notifications, then the responses, then the end. Streams cannot be resumed. If `ended`
 * resolves first, its messages take the place of the responses.
 */
export async function streamResponses(
  res: Response,
  ended: Promise<JSONRPCMessage[]>,
  exchange: (onNotification: Write) => Promise<JSONRPCMessage[]>,
): Promise<void> {
  res.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.flushHeaders();
  // An exchange that was cut off can still send notifications.
  const write = (message: JSONRPCMessage) => {
    if (!res.writableEnded) res.write(`event: message\ndata: ${toJson(message)}\n\n`);
  };
  const keepAlive = setInterval(() => res.write(': waiting\n\n'), keepAliveMs);
  try {
    for (const response of await Promise.race([exchange(write), ended])) write(response);
  } finally {
    clearInterval(keepAlive);
    res.end();
  }
}
