/** A new mailbox starts with few messages a day and sends more each day, so that receivers get to know it. */
export interface MailboxRamp {
  startPerDay: number;
  increasePerDay: number;
  /** YYYY-MM-DD: the day with `startPerDay`. */
  startedOn: string;
}
