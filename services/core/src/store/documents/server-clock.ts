import mongoose from 'mongoose';

const measuredEveryMs = 60_000;

let offsetMs = 0;
let measuredAt = Number.NEGATIVE_INFINITY;

/**
 * Database time, accurate to some milliseconds. Leases are set and compared by it, so that a worker with a wrong clock
 * takes no one's work. (`$$NOW` would be exact, but not every engine accepts it together with an index or a sort.)
 */
export async function serverNow(): Promise<Date> {
  if (performance.now() - measuredAt > measuredEveryMs) {
    const hello = await mongoose.connection.db!.admin().command({ hello: 1 });
    offsetMs = hello.localTime instanceof Date ? hello.localTime.getTime() - Date.now() : 0;
    measuredAt = performance.now();
  }
  return new Date(Date.now() + offsetMs);
}
