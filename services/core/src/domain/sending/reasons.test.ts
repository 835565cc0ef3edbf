import { expect, test } from 'vitest';
import { sendingReasons } from '../campaigns/campaign-sending-status.ts';
import { meaningsOf, skipReasonNames, skipReasons, waitReasonNames, waitReasons } from './reasons.ts';

const now = new Date('2026-11-25T10:00:00Z');
const facts = {
  state: 'running',
  pauseReason: null,
  isSendingStopped: false,
  mailboxStates: ['active' as const],
  openEnrollments: 1,
  awaitingApproval: 0,
  isQueueing: false,
  nextResumeAt: null,
  pausedEnrollments: 0,
  openTasks: { count: 0, nextDueAt: null },
  nextProbeAt: null,
  now,
} as const;

test.each(waitReasonNames)('explains in a sentence why a message waits: %s', (name) => {
  expect(waitReasons[name].text).toMatch(/^[A-Z].*\.$/);
  expect(waitReasons[name].until).not.toBe('');
});

test('a wait that no one has to end ends automatically', () => {
  for (const name of waitReasonNames)
    if (waitReasons[name].endedBy === 'nobody') expect(waitReasons[name].until).not.toBe('never');
});

test('does not show a message held by a paused enrollment as outside the sending window', () => {
  const waiting = [
    { stepIndex: 0, waitReason: 'enrollment_paused' as const, count: 2, nextAt: new Date('2026-11-26T10:00:00Z') },
  ];
  expect(sendingReasons({ ...facts, mailboxStates: [...facts.mailboxStates], waiting })).toMatchObject([
    { status: 'waiting_for_contacts', count: 2 },
  ]);
});

test('the reference explains each skip reason', () => {
  const said = meaningsOf(skipReasons);
  for (const name of skipReasonNames) expect(said).toContain(`${name}: ${skipReasons[name]}`);
});
