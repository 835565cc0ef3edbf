const minuteMs = 60_000;
const delaysMinutes = [1, 5, 15, 60, 240];

export const attemptsMax = delaysMinutes.length + 1;

/** When a message that was softly refused is tried again; null: it has been tried often enough. `attempt` counts from 1. */
export const nextAttemptAt = (attempt: number, now: Date): Date | null => {
  const delay = delaysMinutes[attempt - 1];
  return delay === undefined ? null : new Date(now.getTime() + delay * minuteMs);
};

/** A mailbox is `failing` after this many failures in a row, and then tried again now and then. */
export const mailboxFailuresMax = 5;
export const failingMailboxRetryMs = 15 * minuteMs;
