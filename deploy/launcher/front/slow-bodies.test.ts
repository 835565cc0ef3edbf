import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchBody } from './slow-bodies.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function upload(known: { complete?: boolean; isPaused?: () => boolean } = {}) {
  const socket = { bytesRead: 500 };
  const request = Object.assign(new EventEmitter(), { complete: false, isPaused: () => false, socket, ...known });
  const onSlow = vi.fn();
  // biome-ignore lint/suspicious/noExplicitAny: only these members of a request are used.
  watchBody(request as any, onSlow);
  /** Ten seconds, second by second. */
  const receive = (bytesPerSecond: number) => {
    for (let second = 0; second < 10; second += 1) {
      socket.bytesRead += bytesPerSecond;
      vi.advanceTimersByTime(1_000);
    }
  };
  return { request, onSlow, receive };
}

test('ends a body that is slower than 1 KB/s for ten seconds, once', () => {
  const { onSlow, receive } = upload();
  receive(1_024);
  receive(2_000);
  expect(onSlow).not.toHaveBeenCalled();
  receive(1_000);
  receive(0);
  expect(onSlow).toHaveBeenCalledTimes(1);
});

test.each([
  ['is complete', { complete: true }],
  ['is not read by the part', { isPaused: () => true }],
])('a body that %s is not slow', (_name, known) => {
  const { onSlow, receive } = upload(known);
  receive(0);
  expect(onSlow).not.toHaveBeenCalled();
});

test('stops watching when the request ends', () => {
  const { request, onSlow, receive } = upload();
  request.emit('end');
  receive(0);
  expect(onSlow).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
