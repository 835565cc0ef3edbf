/** Time limit of a step, as a multiple of its idle timeout. */
const stepFactor = 4;

/**
 * Fails a step that does not end. Library timeouts restart with each byte, so a slow server could otherwise hold a
 * connection forever. The caller closes the connection.
 */
export async function within<T>(silenceMs: number, step: Promise<T>, limitMs = silenceMs * stepFactor): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    limit.reject(Object.assign(new Error('Timed out in the middle of an answer.'), { code: 'ETIMEDOUT' }));
  }, limitMs);
  try {
    return await Promise.race([step, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Limits the time for each item, not counting the time spent on the previous one. */
export async function* eachWithin<T>(limitMs: number, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const next = await within(limitMs, iterator.next(), limitMs);
    if (next.done) return;
    yield next.value;
  }
}
