/** A step of a dialogue may take so many times the silence that is allowed within it. */
const stepFactor = 4;

/**
 * Fails a step that does not end. Time-outs of the libraries begin again with each byte: a server that says a little now and
 * then would hold a place for ever. Who calls it closes the connection.
 */
export async function within<T>(silenceMs: number, step: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    limit.reject(Object.assign(new Error('Timed out in the middle of an answer.'), { code: 'ETIMEDOUT' }));
  }, silenceMs * stepFactor);
  try {
    return await Promise.race([step, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
