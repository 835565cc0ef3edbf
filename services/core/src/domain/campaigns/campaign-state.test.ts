import { expect, test } from 'vitest';
import { type SendingFacts, sendingReasons } from './campaign-sending-status.ts';
import { campaignStates, campaignTransitions, canMoveCampaign, moveCampaign } from './campaign-state.ts';
import { enrollmentStates, enrollmentTransitions, moveEnrollment, openEnrollmentStates } from './enrollment-state.ts';

test('every campaign state is reachable, and only archived is final', () => {
  const targets = new Set<string>(Object.values(campaignTransitions).map(({ to }) => to));
  expect(campaignStates.filter((state) => state !== 'draft' && !targets.has(state))).toEqual([]);
  const left = new Set<string>(Object.values(campaignTransitions).flatMap(({ from }) => [...from]));
  expect(campaignStates.filter((state) => !left.has(state))).toEqual(['archived']);
});

test('rejects a transition from another state and names the allowed states', () => {
  expect(canMoveCampaign('cancelled', 'launch')).toBe(false);
  expect(() => moveCampaign('running', 'launch')).toThrow('A running campaign cannot launch');
  expect(() => moveEnrollment('unsubscribed', 'resume')).toThrow('An enrollment that is unsubscribed cannot resume');
});

test('no ended enrollment continues', () => {
  const ended = enrollmentStates.filter((state) => !(openEnrollmentStates as readonly string[]).includes(state));
  for (const [name, { from, to }] of Object.entries(enrollmentTransitions)) {
    if ((openEnrollmentStates as readonly string[]).includes(to)) {
      // Only enrollments ended by a fault, or whose last message bounced, can come back.
      const back = ended.filter((state) => (from as readonly string[]).includes(state));
      expect(back.filter((state) => state !== 'failed' && name !== 'hold')).toEqual([]);
    }
  }
});

const now = new Date('2030-01-07T10:00:00Z');
const later = new Date('2030-01-08T10:00:00Z');
const running: SendingFacts = {
  state: 'running',
  isSendingStopped: false,
  pauseReason: null,
  mailboxStates: ['active'],
  openEnrollments: 5,
  awaitingApproval: 0,
  isQueueing: false,
  pausedEnrollments: 0,
  nextResumeAt: null,
  waiting: [],
  openTasks: { count: 0, nextDueAt: null },
  nextProbeAt: null,
  now,
};
function part(over: object) {
  return { stepIndex: 0, waitReason: null, count: 1, nextAt: now, ...over };
}

test.each([
  [{ state: 'draft' }, 'campaign_draft'],
  [{ state: 'paused', pauseReason: 'user' }, 'campaign_paused'],
  [{ state: 'paused', pauseReason: 'bounce_protection' }, 'bounce_protection'],
  [{ state: 'completed' }, 'campaign_completed'],
  [{ openEnrollments: 0 }, 'waiting_for_contacts'],
  [{ isSendingStopped: true }, 'sending_stopped'],
  [{ mailboxStates: ['paused'] }, 'no_mailbox'],
  [{ mailboxStates: [] }, 'no_mailbox'],
  [{ mailboxStates: ['failing', 'paused'] }, 'all_mailboxes_failing'],
  [{ awaitingApproval: 2 }, 'awaiting_approval'],
  [{ waiting: [part({ nextAt: later })] }, 'outside_window'],
  [{ waiting: [part({ stepIndex: 1, nextAt: later })] }, 'follow_up_not_due'],
  [{ waiting: [part({ waitReason: 'mailbox_daily_cap', nextAt: later })] }, 'mailbox_daily_cap'],
  [{ waiting: [part({ waitReason: 'campaign_daily_cap', nextAt: later })] }, 'campaign_daily_cap'],
  [{ waiting: [part({ waitReason: 'company_cap', nextAt: later })] }, 'company_cap'],
  [{ waiting: [part({ count: 9, nextAt: later, stepIndex: 2 }), part({})] }, 'healthy'],
  [{ isQueueing: true }, 'healthy'],
  [{ openTasks: { count: 3, nextDueAt: later } }, 'waiting_for_task'],
] as [Partial<SendingFacts>, string][])('%j means %s', (facts, status) => {
  expect(sendingReasons({ ...running, ...facts })[0]?.status).toBe(status);
});
