import type { IncomingMessage } from 'node:http';

const windowMs = 10_000;
/** 1 KB per second. */
const windowBytesMin = 10 * 1_024;

/**
 * Calls `onSlow` once if the client sends its body slower than 1 KB/s for 10 s. Time in which the part does not read
 * does not count.
 */
export function watchBody(request: IncomingMessage, onSlow: () => void): void {
  if (request.complete) return;
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const received = socket.bytesRead - before;
    before = socket.bytesRead;
    if (request.complete) return clearInterval(timer);
    if (received >= windowBytesMin || request.isPaused()) return;
    clearInterval(timer);
    onSlow();
  }, windowMs);
  for (const event of ['end', 'close']) request.once(event, () => clearInterval(timer));
}
