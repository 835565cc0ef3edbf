import { setTimeout as pause } from 'node:timers/promises';
import { type Db, MongoError, MongoServerError } from 'mongodb';

/** Errors that the other engine (PostgreSQL) reports while one of its processes has died and it restarts. */
const signs =
  /ECONNRESET|recovery mode|not yet accepting connections|is (starting up|shutting down)|crash of another server process|Connection terminated|server closed the connection/i;

const backWithinMs = 60_000;
const lookEveryMs = 500;

/** The other engine crashed during an operation, which says nothing about ours. The round ends without a result. */
export class ReferenceCrash extends Error {}

export function saysCrash(error: MongoServerError): boolean {
  return signs.test(error.message);
}

/**
 * Returns the other engine's response. Crashes become ReferenceCrash, and so do driver errors without a response, which
 * mean a lost connection.
 */
export async function fromReference<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (!(cause instanceof MongoError)) throw cause;
    if (cause instanceof MongoServerError && !saysCrash(cause)) throw cause;
    throw new ReferenceCrash(cause.message, { cause });
  }
}

/** Resolves when the engine accepts reads again. */
export async function untilBack(db: Db): Promise<void> {
  const until = Date.now() + backWithinMs;
  for (;;) {
    try {
      await db.collection('is_back').findOne({});
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(lookEveryMs);
    }
  }
}
