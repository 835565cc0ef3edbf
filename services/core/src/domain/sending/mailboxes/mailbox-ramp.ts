/**
 * Warm-up plan: a new mailbox sends few messages a day at first and more each day, to build its reputation with
 * receivers.
 */
export interface MailboxRamp {
  startPerDay: number;
  increasePerDay: number;
  /** YYYY-MM-DD: the day with `startPerDay` messages. */
  startedOn: string;
}
