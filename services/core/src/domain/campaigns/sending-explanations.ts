import { type WaitReason, waitReasonNames, waitReasons } from '../sending/reasons.ts';
import type { SendingStatus } from './campaign-sending-status.ts';

/** Each status in one sentence. Statuses that are also wait reasons are worded in the table of reasons. */
export const sendingExplanations: Record<SendingStatus, string> = {
  ...statusesOfWaits(),
  healthy: 'It is sending.',
  campaign_draft: 'It has not been launched.',
  campaign_completed: 'It has ended.',
  waiting_for_contacts: 'All its contacts have finished or are paused. Enroll more contacts.',
  follow_up_not_due: 'The next follow-ups are not due yet.',
  bounce_protection: 'It was paused because too many messages bounced.',
  awaiting_approval: 'Messages need approval: approve_message or approve_messages.',
  waiting_for_task: 'It needs tasks that a person does. See list_tasks.',
};

function statusesOfWaits(): Record<WaitReason, string> {
  return Object.fromEntries(waitReasonNames.map((name) => [name, waitReasons[name].text])) as Record<
    WaitReason,
    string
  >;
}
