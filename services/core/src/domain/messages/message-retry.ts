const minuteMs = 60_000;
const delaysMinutes = [5, 15, 30, 60, 120, 240];
/** RFC 5321, 4.5.4.1: at least four to five days. */
const givenUpAfterMs = 5 * 24 * 60 * minuteMs;

/**
 * When a message that was refused for the moment is tried again; null: it has been tried for long enough. `attempt` counts
 * from 1.
 */
export function nextAttemptAt(attempt: number, firstRefusedAt: Date, now: Date): Date | null {
  if (now.getTime() - firstRefusedAt.getTime() > givenUpAfterMs) return null;
  const delay = delaysMinutes[Math.min(attempt, delaysMinutes.length) - 1] ?? delaysMinutes[0]!;
  return new Date(now.getTime() + delay * minuteMs);
}

/** Reading a mailbox counts as failed after this many failures in a row. */
export const readFailuresMax = 5;
