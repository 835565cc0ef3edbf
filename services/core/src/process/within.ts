/** A step of a dialogue may take so many times the silence that is allowed within it. */
const stepFactor = 4;

/**
 * Fails a step that does not end. Time-outs of the libraries begin again with each byte: a server that says a little now and
 * then would hold a place for ever. Who calls it closes the connection.
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

/** Each item within a time of its own, which does not run while the one before is worked on. */
export async function* eachWithin<T>(limitMs: number, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const next = await within(limitMs, iterator.next(), limitMs);
    if (next.done) return;
    yield next.value;
  }
}
