import type { MailboxRamp } from './mailbox-ramp.ts';

const dayMs = 86_400_000;
/** A mailbox that has rested longer than this begins again from the start. */
export const rememberedDays = 14;

/** The days (YYYY-MM-DD) before this one that count for the warm-up, the newest first. */
export function daysBefore(day: string, count = rememberedDays): string[] {
  const start = Date.parse(day);
  return Array.from({ length: count }, (_, index) => new Date(start - (index + 1) * dayMs).toISOString().slice(0, 10));
}

/**
 * How many messages the mailbox may send on this day. One that warms up may send a little more than on its best day of
 * the last two weeks: what counts is what was really sent, not how long it has existed.
 */
export function allowanceOn(
  { dailyCap, ramp }: { dailyCap: number; ramp: MailboxRamp | null },
  day: string,
  sentOn: (day: string) => number,
): number {
  if (!ramp) return dailyCap;
  const warmedOn = daysBefore(day).filter((earlier) => earlier >= ramp.startedOn);
  const best = Math.max(0, ...warmedOn.map(sentOn));
  const grown = best === 0 ? ramp.startPerDay : Math.max(ramp.startPerDay, best + ramp.increasePerDay);
  return Math.min(dailyCap, grown);
}
