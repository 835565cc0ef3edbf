import { setTimeout as pause } from 'node:timers/promises';
import { type Db, MongoError, MongoServerError } from 'mongodb';

/** What the other engine (PostgreSQL) says while one of its processes has died and it starts again. */
const signs =
  /ECONNRESET|recovery mode|not yet accepting connections|is (starting up|shutting down)|crash of another server process|Connection terminated|server closed the connection/i;

const backWithinMs = 60_000;
const lookEveryMs = 500;

/** The other engine broke down while it answered, which says nothing about ours: the round ends without a result. */
export class ReferenceCrash extends Error {}

export function saysCrash(error: MongoServerError): boolean {
  return signs.test(error.message);
}

/** What the other engine answers; its breakdowns get a class of their own. Of the driver, all but an answer is a lost connection. */
export async function fromReference<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (!(cause instanceof MongoError)) throw cause;
    if (cause instanceof MongoServerError && !saysCrash(cause)) throw cause;
    throw new ReferenceCrash(cause.message, { cause });
  }
}

/** Resolves when the engine reads again. */
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
