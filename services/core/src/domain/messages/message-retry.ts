const minuteMs = 60_000;
const delaysMinutes = [5, 15, 30, 60, 120, 240];
/** RFC 5321 section 4.5.4.1: at least four to five days. */
const givenUpAfterMs = 5 * 24 * 60 * minuteMs;

/** Time of the next attempt after a temporary rejection. Null after the last attempt. `attempt` starts at 1. */
export function nextAttemptAt(attempt: number, firstRefusedAt: Date, now: Date): Date | null {
  if (now.getTime() - firstRefusedAt.getTime() > givenUpAfterMs) return null;
  const delay = delaysMinutes[Math.min(attempt, delaysMinutes.length) - 1] ?? delaysMinutes[0]!;
  return new Date(now.getTime() + delay * minuteMs);
}

/** Number of consecutive failures after which reading a mailbox counts as failed. */
export const readFailuresMax = 5;
