import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Response } from 'express';

const KEEP_ALIVE_MS = 15_000;

/** An event stream for one request: what happens on the way, then the answers, then its end. Nothing can be resumed. */
export async function streamAnswers(
  res: Response,
  exchange: (onNotification: (message: JSONRPCMessage) => void) => Promise<JSONRPCMessage[]>,
): Promise<void> {
  res.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.flushHeaders();
  const write = (message: JSONRPCMessage) => res.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  const keepAlive = setInterval(() => res.write(': waiting\n\n'), KEEP_ALIVE_MS);
  try {
    for (const answer of await exchange(write)) write(answer);
  } finally {
    clearInterval(keepAlive);
    res.end();
  }
}
