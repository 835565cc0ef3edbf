import { cutText } from '@outbound/node-service/text/cut-text';
import { type FaultCause, factsOfCause } from '../fault-cause.ts';
import type { RecentRefusal } from '../owner-of-fault.ts';

/**
 * Stops a mailbox whose messages would only be rejected. While `open`, nothing is sent. At `nextProbeAt`, one message
 * is tried (`half_open`). If it is accepted, the breaker closes and sending resumes gradually.
 */
export interface MailboxBreaker {
  state: 'closed' | 'open' | 'half_open';
  cause: FaultCause | null;
  action: string | null;
  /** Last rejection, in the server's words. */
  answer: string | null;
  /** Time of the first rejection. */
  since: Date | null;
  nextProbeAt: Date | null;
  /** Rejected probes since it opened. */
  failedProbes: number;
  /** Rejections since the last accepted message. */
  refusalsInRow: number;
  /** Time of the first of those rejections. Bounces since then may be the mailbox's fault. */
  firstRefusalAt: Date | null;
  recent: RecentRefusal[];
  /** Windows sent since it closed. Null: back to normal. */
  resumeStep: number | null;
}

export const closedBreaker: MailboxBreaker = {
  state: 'closed',
  cause: null,
  action: null,
  answer: null,
  since: null,
  nextProbeAt: null,
  failedProbes: 0,
  refusalsInRow: 0,
  firstRefusalAt: null,
  recent: [],
  resumeStep: null,
};

/** Outcome of one message, as recorded by the breaker. */
export type BreakerNote =
  | { kind: 'taken' }
  | { kind: 'refused'; cause: FaultCause; answer: string; recent: RecentRefusal };

export type BreakerChange = 'opened' | 'closed' | null;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delays before the first probe, the second, and so on. The last one repeats. */
const quickProbesMs = [1, 2, 5, 10, 15].map((minutes) => minutes * minuteMs);
const politeProbesMs = [5, 10, 20, 40, 60].map((minutes) => minutes * minuteMs);
const slowProbesMs = [1, 2, 4].map((hours) => hours * hourMs);
/** Too many sign-ins with a wrong password lock the account. */
const loginProbesMs = [15 * minuteMs, hourMs, 4 * hourMs];

const probesMs: Partial<Record<FaultCause, readonly number[]>> = {
  unreachable: quickProbesMs,
  server_trouble: quickProbesMs,
  encryption_failed: quickProbesMs,
  too_many_connections: quickProbesMs,
  throttled: politeProbesMs,
  greylisted: politeProbesMs,
  temporary_refusal: politeProbesMs,
  recipient_over_quota: politeProbesMs,
  many_refusals: politeProbesMs,
  login_refused: loginProbesMs,
  app_password_needed: loginProbesMs,
  password_login_disabled: loginProbesMs,
  sign_in_withdrawn: loginProbesMs,
  sign_in_not_set_up: loginProbesMs,
  sending_disabled: loginProbesMs,
};

const recentMax = 5;
/** This many consecutive temporary rejections of different people are not the recipients' fault. */
const temporaryRefusalsMax = 5;
const answerLengthMax = 300;

/** Messages per window after the breaker has closed, and the delay between windows. */
const resumeSizes = [1, 2, 4, 8];
export const resumeGapMs = minuteMs;

/** The breaker after one more message. `change` is set if the message opened or closed it. */
export function noteOutcome(
  breaker: MailboxBreaker,
  note: BreakerNote,
  now: Date,
): { breaker: MailboxBreaker; change: BreakerChange } {
  return note.kind === 'taken' ? noteTaken(breaker) : noteRefused(breaker, note, now);
}

function noteTaken(breaker: MailboxBreaker): { breaker: MailboxBreaker; change: BreakerChange } {
  const healthy = { ...breaker, refusalsInRow: 0, firstRefusalAt: null, answer: null, recent: [] };
  if (breaker.state === 'closed') return { breaker: healthy, change: null };
  const comesBackSlowly = breaker.cause !== null && factsOfCause(breaker.cause).owner !== 'transient';
  return { breaker: { ...closedBreaker, resumeStep: comesBackSlowly ? 0 : null }, change: 'closed' };
}

function noteRefused(
  breaker: MailboxBreaker,
  { cause, answer, recent }: Extract<BreakerNote, { kind: 'refused' }>,
  now: Date,
): { breaker: MailboxBreaker; change: BreakerChange } {
  const { owner } = factsOfCause(cause);
  const firstRefusalAt = breaker.firstRefusalAt ?? now;
  const remembered = { ...breaker, firstRefusalAt, recent: [...breaker.recent, recent].slice(-recentMax) };
  // The server judged the person or the text, so the mailbox works.
  if (owner === 'person' || owner === 'message') {
    if (breaker.state === 'closed') return { breaker: { ...remembered, refusalsInRow: 0 }, change: null };
    return { ...noteTaken(breaker) };
  }
  const refusalsInRow = breaker.refusalsInRow + 1;
  const noted = { ...remembered, refusalsInRow, answer: cutText(answer, answerLengthMax) };
  if (breaker.state === 'closed') {
    if (refusalsInRow < refusalsToOpen(cause)) return { breaker: noted, change: null };
    return { breaker: opened(noted, cause, 0, now), change: 'opened' };
  }
  return { breaker: opened(noted, cause, breaker.failedProbes + 1, now), change: null };
}

function refusalsToOpen(cause: FaultCause): number {
  const { owner, opensAfter = 1 } = factsOfCause(cause);
  return owner === 'transient' ? temporaryRefusalsMax : opensAfter;
}

/** Opens immediately for a cause that needs no second rejection. */
export function openedFor(breaker: MailboxBreaker, cause: FaultCause, answer: string, now: Date): MailboxBreaker {
  return opened({ ...breaker, answer: cutText(answer, answerLengthMax) }, cause, 0, now);
}

function opened(breaker: MailboxBreaker, cause: FaultCause, failedProbes: number, now: Date): MailboxBreaker {
  const waits = probesMs[cause] ?? slowProbesMs;
  const waitMs = waits[Math.min(failedProbes, waits.length - 1)]!;
  return {
    ...breaker,
    state: 'open',
    cause,
    action: factsOfCause(cause).action,
    since: breaker.since ?? breaker.firstRefusalAt ?? now,
    nextProbeAt: new Date(now.getTime() + waitMs),
    failedProbes,
    resumeStep: null,
  };
}

/** Messages that the mailbox can send now, from a batch of at most `sizeMax`. 0 while the breaker is open. */
export function batchSizeOf(breaker: MailboxBreaker, sizeMax: number, now: Date): number {
  if (breaker.state === 'closed') {
    if (breaker.refusalsInRow > 0) return 1;
    return Math.min(sizeMax, resumeSizes[breaker.resumeStep ?? resumeSizes.length] ?? sizeMax);
  }
  return breaker.nextProbeAt === null || breaker.nextProbeAt <= now ? 1 : 0;
}

/** Starts the probe. */
export function beginProbe(breaker: MailboxBreaker): MailboxBreaker {
  return breaker.state === 'open' ? { ...breaker, state: 'half_open' } : breaker;
}

/** Advances one step toward normal after a window without rejections. */
export function nextResumeStep(breaker: MailboxBreaker): MailboxBreaker {
  if (breaker.state !== 'closed' || breaker.resumeStep === null) return breaker;
  const step = breaker.resumeStep + 1;
  return { ...breaker, resumeStep: step < resumeSizes.length ? step : null };
}

/** Probes immediately, because someone changed the mailbox. */
export function probeNow(breaker: MailboxBreaker, now: Date): MailboxBreaker {
  return breaker.state === 'closed' ? breaker : { ...breaker, state: 'open', nextProbeAt: now, failedProbes: 0 };
}
