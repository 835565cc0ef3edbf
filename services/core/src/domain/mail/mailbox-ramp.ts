/** A new mailbox starts with few messages a day and sends more each day, so that receivers get to know it. */
export interface MailboxRamp {
  startPerDay: number;
  increasePerDay: number;
  /** YYYY-MM-DD: the day with `startPerDay`. */
  startedOn: string;
}

const dayMs = 86_400_000;

/** How many messages the mailbox may send on this day (YYYY-MM-DD). */
export const capOnDay = (mailbox: { dailyCap: number; ramp: MailboxRamp | null }, day: string): number => {
  if (!mailbox.ramp) return mailbox.dailyCap;
  const days = Math.max(0, Math.round((Date.parse(day) - Date.parse(mailbox.ramp.startedOn)) / dayMs));
  return Math.min(mailbox.dailyCap, mailbox.ramp.startPerDay + days * mailbox.ramp.increasePerDay);
};
