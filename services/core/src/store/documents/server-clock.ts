import mongoose from 'mongoose';

const measuredEveryMs = 60_000;

let measuredMs = 0;
let measuredAt = Number.NEGATIVE_INFINITY;

/**
 * Database time, accurate to some milliseconds. Leases are set and compared by it, so that a worker with a wrong clock
 * takes no one's work. (`$$NOW` would be exact, but not every engine accepts it together with an index or a sort.)
 */
export async function serverNow(): Promise<Date> {
  if (performance.now() - measuredAt > measuredEveryMs) {
    const hello = await mongoose.connection.db!.admin().command({ hello: 1 });
    measuredMs = hello.localTime instanceof Date ? hello.localTime.getTime() : Date.now();
    measuredAt = performance.now();
  }
  // Counts on by the monotonic clock, which does not step.
  return new Date(Math.round(measuredMs + performance.now() - measuredAt));
}

/** Measures again at the next use, after a step of a clock. */
export function forgetServerClock(): void {
  measuredAt = Number.NEGATIVE_INFINITY;
}
