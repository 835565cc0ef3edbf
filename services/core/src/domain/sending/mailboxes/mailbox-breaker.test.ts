import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FaultCause, factsOfCause, faultCauses } from '../fault-cause.ts';
import {
  type BreakerNote,
  batchSizeOf,
  beginProbe,
  closedBreaker,
  type MailboxBreaker,
  nextResumeStep,
  noteOutcome,
  probeNow,
} from './mailbox-breaker.ts';

const start = new Date('2027-03-01T09:00:00Z');
const recent = { signature: '550 no', recipientDomain: 'a.example' };

function refused(cause: FaultCause): BreakerNote {
  return { kind: 'refused', cause, answer: '550 no', recent };
}

function after(minutes: number): Date {
  return new Date(start.getTime() + minutes * 60_000);
}

/** Simulates a mailbox with this fault until `end`, and counts the server's rejections. */
function refusalsUntil(cause: FaultCause, end: Date): { refusals: number; breaker: MailboxBreaker } {
  let breaker = closedBreaker;
  let refusals = 0;
  for (let now = start; now < end; ) {
    if (batchSizeOf(breaker, 10, now) === 0) {
      now = breaker.nextProbeAt!;
      continue;
    }
    breaker = noteOutcome(beginProbe(breaker), refused(cause), now).breaker;
    refusals += 1;
    now = new Date(now.getTime() + 1_000);
  }
  return { refusals, breaker };
}

describe('the circuit breaker', () => {
  test.each(Object.keys(faultCauses) as FaultCause[])('stops after at most 5 rejections: %s', (cause) => {
    const { owner } = factsOfCause(cause);
    if (owner === 'person' || owner === 'message') return;
    expect(refusalsUntil(cause, after(1)).refusals).toBeLessThanOrEqual(5);
  });

  test('opens immediately if the response leaves no doubt, and sets the cause, action, and next probe', () => {
    const { breaker, change } = noteOutcome(closedBreaker, refused('quota_exceeded'), start);
    expect(change).toBe('opened');
    expect(breaker).toMatchObject({ state: 'open', cause: 'quota_exceeded', since: start, nextProbeAt: after(60) });
    expect(breaker.action).toContain('limit');
  });

  test('tolerates one lost connection', () => {
    const { breaker, change } = noteOutcome(closedBreaker, refused('unreachable'), start);
    expect(change).toBeNull();
    expect(noteOutcome(breaker, { kind: 'taken' }, start).breaker).toEqual(closedBreaker);
  });

  test('stays closed despite nonexistent recipients', () => {
    let breaker = closedBreaker;
    for (let count = 0; count < 20; count += 1) {
      breaker = noteOutcome(breaker, refused('unknown_recipient'), start).breaker;
    }
    expect(breaker.state).toBe('closed');
  });

  test('probes with one message, at growing intervals, through an outage of 63 hours', () => {
    const { refusals, breaker } = refusalsUntil('unreachable', after(63 * 60));
    expect(breaker.state).toBe('open');
    expect(refusals).toBeLessThan(63 * 4 + 10);
    expect(batchSizeOf(breaker, 10, breaker.nextProbeAt!)).toBe(1);
  });

  test('recovers gradually', () => {
    const opened = noteOutcome(closedBreaker, refused('blocklisted'), start).breaker;
    const { breaker, change } = noteOutcome(beginProbe(opened), { kind: 'taken' }, after(60));
    expect(change).toBe('closed');
    const sizes: number[] = [];
    for (let now = breaker; sizes.length < 6; now = nextResumeStep(now)) sizes.push(batchSizeOf(now, 10, after(61)));
    expect(sizes).toEqual([1, 2, 4, 8, 10, 10]);
  });

  test('closes after a probe to an unknown user, because the server accepts commands again', () => {
    const opened = noteOutcome(closedBreaker, refused('login_refused'), start).breaker;
    expect(noteOutcome(beginProbe(opened), refused('unknown_recipient'), after(15)).change).toBe('closed');
  });

  test('probes immediately after the mailbox was changed', () => {
    const opened = noteOutcome(closedBreaker, refused('login_refused'), start).breaker;
    expect(batchSizeOf(opened, 10, after(1))).toBe(0);
    expect(batchSizeOf(probeNow(opened, after(1)), 10, after(1))).toBe(1);
  });

  test('an open breaker always has a cause, an action, and a probe, and a closed one has none', () => {
    const notes = fc.oneof(
      fc.constant<BreakerNote>({ kind: 'taken' }),
      fc.constantFrom(...(Object.keys(faultCauses) as FaultCause[])).map(refused),
    );
    fc.assert(
      fc.property(fc.array(notes, { maxLength: 40 }), (happened) => {
        let breaker = closedBreaker;
        let now = start;
        for (const note of happened) {
          if (batchSizeOf(breaker, 10, now) === 0) now = breaker.nextProbeAt!;
          breaker = noteOutcome(beginProbe(breaker), note, now).breaker;
          const isOpen = breaker.state === 'open';
          expect(breaker.cause !== null && breaker.action !== null && breaker.nextProbeAt! > now).toBe(isOpen);
          expect(isOpen ? batchSizeOf(breaker, 10, now) : 1).toBe(isOpen ? 0 : 1);
        }
      }),
    );
  });
});
