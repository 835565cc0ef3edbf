import { type WaitReason, waitReasonNames, waitReasons } from '../sending/reasons.ts';
import type { CampaignPauseReason, CampaignState } from './campaign-state.ts';

export const sendingStatuses = [
  'healthy',
  'campaign_draft',
  'campaign_paused',
  'campaign_completed',
  'outside_window',
  'waiting_for_contacts',
  'campaign_daily_cap',
  'mailbox_daily_cap',
  'no_mailbox',
  'all_mailboxes_failing',
  'mailbox_not_read',
  'company_cap',
  'follow_up_not_due',
  'bounce_protection',
  'awaiting_approval',
  'holiday',
  'retrying',
  'waiting_for_task',
  'no_way_out',
  'sending_stopped',
] as const;
export type SendingStatus = (typeof sendingStatuses)[number];

/** Wait reasons that end only when a person acts. */
const untilSomebodyActs: readonly SendingStatus[] = waitReasonNames.filter(
  (name): name is WaitReason & SendingStatus => waitReasons[name].until === 'never',
);

export interface WaitingPart {
  stepIndex: number | null;
  /** Reason that the worker postponed the messages. Null if it has not checked them yet. */
  waitReason: WaitReason | 'healthy' | null;
  count: number;
  nextAt: Date;
}

export interface SendingFacts {
  state: CampaignState;
  pauseReason: CampaignPauseReason | null;
  /** All sending of the workspace or the installation is stopped. */
  isSendingStopped: boolean;
  /** States of the campaign's mailboxes. */
  mailboxStates: ('active' | 'paused' | 'failing')[];
  openEnrollments: number;
  awaitingApproval: number;
  isQueueing: boolean;
  /** Earliest automatic resume time of a paused enrollment. */
  nextResumeAt: Date | null;
  pausedEnrollments: number;
  waiting: WaitingPart[];
  /** Open tasks for people. */
  openTasks: { count: number; nextDueAt: Date | null };
  /** Earliest retry time of a failing mailbox. */
  nextProbeAt: Date | null;
  now: Date;
}

export interface SendingReason {
  status: SendingStatus;
  count: number;
  nextAt: Date | null;
}

/** Reasons that messages wait, with counts, most frequent first. The first one is the status of the campaign. */
export function sendingReasons(facts: SendingFacts): [SendingReason, ...SendingReason[]] {
  const total = facts.waiting.reduce((sum, { count }) => sum + count, 0);
  const whole = wholeReason(facts);
  if (whole !== null) {
    return [{ status: whole, count: total, nextAt: whole === 'all_mailboxes_failing' ? firstLeaving(facts) : null }];
  }
  const byStatus = new Map<SendingStatus, SendingReason>();
  const add = (status: SendingStatus, count: number, nextAt: Date | null) => {
    const known = byStatus.get(status) ?? { status, count: 0, nextAt: null };
    const earlier = known.nextAt === null || (nextAt !== null && nextAt < known.nextAt) ? nextAt : known.nextAt;
    byStatus.set(status, { status, count: known.count + count, nextAt: earlier });
  };
  for (const part of facts.waiting) {
    const status = statusOf(part, facts.now);
    add(status, part.count, untilSomebodyActs.includes(status) ? null : part.nextAt);
  }
  if (facts.awaitingApproval > 0) add('awaiting_approval', facts.awaitingApproval, null);
  const { openTasks } = facts;
  if (openTasks.count > 0) add('waiting_for_task', openTasks.count, null);
  if (facts.isQueueing && byStatus.size === 0) add('healthy', facts.openEnrollments, facts.now);
  const reasons = [...byStatus.values()].sort((a, b) => b.count - a.count);
  if (reasons.length === 0) {
    return [{ status: 'waiting_for_contacts', count: facts.pausedEnrollments, nextAt: facts.nextResumeAt }];
  }
  // The campaign is healthy while any message can be sent now, no matter how many others wait.
  const [first, ...others] = reasons.sort((a, b) => Number(b.status === 'healthy') - Number(a.status === 'healthy'));
  return [first!, ...others];
}

/** Next send time while all mailboxes fail: that of the first queued message, but not before the next probe is due. */
function firstLeaving({ waiting, nextProbeAt }: SendingFacts): Date | null {
  const times = waiting.map(({ nextAt }) => nextAt.getTime());
  return times.length === 0 ? nextProbeAt : new Date(Math.max(Math.min(...times), nextProbeAt?.getTime() ?? 0));
}

/** Reason that stops the entire campaign. */
function wholeReason(facts: SendingFacts): SendingStatus | null {
  const { state, pauseReason, mailboxStates } = facts;
  if (state === 'draft') return 'campaign_draft';
  if (state === 'paused') return pauseReason === 'bounce_protection' ? 'bounce_protection' : 'campaign_paused';
  if (state === 'completed' || state === 'archived' || state === 'cancelled') return 'campaign_completed';
  if (facts.openEnrollments === 0) return 'waiting_for_contacts';
  if (facts.isSendingStopped) return 'sending_stopped';
  if (mailboxStates.every((mailbox) => mailbox === 'paused')) return 'no_mailbox';
  if (mailboxStates.every((mailbox) => mailbox !== 'active')) return 'all_mailboxes_failing';
  return state === 'scheduled' ? 'outside_window' : null;
}

function statusOf({ waitReason, stepIndex, nextAt }: WaitingPart, now: Date): SendingStatus {
  const known = sendingStatuses.find((status) => status === waitReason);
  if (known) return known;
  // Pausing removes messages from the queue. A message held by a worker at that moment keeps this reason.
  if (waitReason === 'enrollment_paused') return 'waiting_for_contacts';
  if (nextAt <= now) return 'healthy';
  return stepIndex === 0 || stepIndex === null ? 'outside_window' : 'follow_up_not_due';
}
