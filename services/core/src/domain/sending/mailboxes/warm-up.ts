import type { MailboxRamp } from './mailbox-ramp.ts';

const dayMs = 86_400_000;
/** After a pause of more days than this, a mailbox starts again from the beginning. */
export const rememberedDays = 14;

/** Preceding days (YYYY-MM-DD) that count toward the warm-up, newest first. */
export function daysBefore(day: string, count = rememberedDays): string[] {
  const start = Date.parse(day);
  return Array.from({ length: count }, (_, index) => new Date(start - (index + 1) * dayMs).toISOString().slice(0, 10));
}

/**
 * Messages that the mailbox can send on this day. During warm-up, the limit is slightly above its best day of the last
 * two weeks. It depends on messages actually sent, not on the mailbox's age.
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
