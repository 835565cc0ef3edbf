import { counted } from '../text/counted.ts';

/** Daily allowance (UTC day) of a key, connection, or member without approval. Null means no limit. */
export interface DailyLimits {
  credits: number | null;
  recipients: number | null;
}

export const defaultDailyLimits: DailyLimits = { credits: 25, recipients: 0 };
/** Largest number that a person can enter as a daily limit. */
export const limitMax = 1_000_000;
export const unlimited: DailyLimits = { credits: null, recipients: null };

/** Amounts that an execution needs, or that were used today. */
export interface Amounts {
  credits: number;
  recipients: number;
}

/** Name of the limited party, as used in sentences. */
export type LimitedParty = 'this connection' | 'this member';

/** Limits above the defaults let more happen without a person, so setting them requires the password. */
export function isAboveDefaults({ credits, recipients }: DailyLimits): boolean {
  const isAbove = (value: number | null, limit: number | null) => limit !== null && (value === null || value > limit);
  return isAbove(credits, defaultDailyLimits.credits) || isAbove(recipients, defaultDailyLimits.recipients);
}

/** The stricter value of each limit. */
export function tighter(one: DailyLimits, other: DailyLimits): DailyLimits {
  return { credits: least(one.credits, other.credits), recipients: least(one.recipients, other.recipients) };
}

function least(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** Reason that a member has to approve, in one sentence. Null when the limits cover the request. */
export function reasonForPerson(
  wanted: Amounts,
  usedToday: Amounts,
  limits: DailyLimits,
  who: LimitedParty = 'this connection',
): string | null {
  const people = counted(wanted.recipients, 'person');
  if (wanted.recipients > 0 && isOver(wanted.recipients, usedToday.recipients, limits.recipients)) {
    return `It writes to ${people}; without approval ${who} ${covers(limits.recipients, usedToday.recipients, 'person')}.`;
  }
  const credits = counted(wanted.credits, 'credit');
  if (wanted.credits > 0 && isOver(wanted.credits, usedToday.credits, limits.credits)) {
    return `It spends ${credits}; without approval ${who} ${covers(limits.credits, usedToday.credits, 'credit')}.`;
  }
  return null;
}

function isOver(wanted: number, used: number, limit: number | null): boolean {
  return limit !== null && used + wanted > limit;
}

function covers(limit: number | null, used: number, noun: string): string {
  if (limit === 0) return 'may do none of that';
  const today = used > 0 ? `, of which ${used} are used today` : '';
  return `may go to ${counted(limit ?? 0, noun)} a day${today}`;
}

/** Limits in words, such as "5 credits and any number of people a day". */
export function limitsInWords({ credits, recipients }: DailyLimits = unlimited): string {
  const [some, people] = [
    credits === null ? 'any number of credits' : counted(credits, 'credit'),
    recipients === null ? 'any number of people' : counted(recipients, 'person'),
  ];
  return `${some} and ${people} a day`;
}
