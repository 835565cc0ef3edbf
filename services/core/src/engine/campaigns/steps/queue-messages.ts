import type { SequenceStep } from '../../../domain/campaigns/sequence-step.ts';
import { domainOf } from '../../../domain/contacts/email-address.ts';
import { recipientZone } from '../../../domain/contacts/places/time-zone-country.ts';
import { nextInWindow, zoneOf } from '../../../domain/sending/send-window.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { type EnrollmentRecord, transitionEnrollment } from '../../../store/campaigns/enrollment-store.ts';
import { type MessageRecord, type NewMessage, newMessageIdHeader } from '../../../store/messages/message-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import type { CampaignMailbox } from '../campaign-mailboxes.ts';
import type { Person } from '../campaign-people.ts';
import { emitEnrollmentChange } from '../enrollment-effects.ts';
import { renderMessage } from '../render-message.ts';

function wantedTime({ waitMinutes }: SequenceStep, after: Date): Date {
  return new Date(after.getTime() + waitMinutes * 60_000);
}

/** Earliest send time of a message after this wait. The window is checked again when the message is due. */
export function earliestTime(
  step: SequenceStep,
  after: Date,
  person: Person | null,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
): Date {
  return nextWindowOpening(wantedTime(step, after), person, campaign, workspace);
}

/** First moment, from `wanted` on, in the sending window of the campaign or workspace. */
export function nextWindowOpening(
  wanted: Date,
  person: Person | null,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
): Date {
  const window = campaign.window ?? workspace.settings.window;
  const zone = zoneOf(window, person === null ? null : recipientZone(person.contact), workspace.settings.timeZone);
  return nextInWindow(window, wanted, zone) ?? wanted;
}

interface QueueItem {
  /** Start of the step's wait: when the previous step was sent, or when the campaign started. */
  after: Date;
  enrollment: EnrollmentRecord;
  person: Person;
  mailbox: CampaignMailbox;
  step: SequenceStep;
  /** Previous message, if this one continues its thread. */
  before: MessageRecord | null;
}

export type Queued = { message: NewMessage; problem: null } | { message: null; problem: string };

/** Message of a step for one contact, ready for the queue. */
export function toMessage(
  { enrollment, person, mailbox, step, after, before }: QueueItem,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  { isHeld, now }: { isHeld: boolean; now: Date },
): Queued {
  const thread = step.thread === 'reply' ? before : null;
  const placed = { isFirst: before === null, threadSubject: thread?.subject ?? null };
  const { text, error } = renderMessage({ person, mailbox, step }, placed, workspace, now);
  if (error !== null) return { message: null, problem: error };
  const isApproved = campaign.approval === 'launch';
  const wantedAt = wantedTime(step, after);
  const message: NewMessage = {
    kind: 'campaign',
    campaignId: campaign.id,
    enrollmentId: enrollment.id,
    contactId: person.contact.id,
    stepId: step.id,
    stepIndex: enrollment.stepIndex,
    mailboxId: mailbox.id,
    to: person.contact.email ?? '',
    ...text,
    ...(step.attachments && { attachments: step.attachments }),
    messageIdHeader: newMessageIdHeader(domainOf(mailbox.address)),
    inReplyTo: thread?.messageIdHeader ?? null,
    references: thread === null ? [] : [...thread.references, thread.messageIdHeader],
    state: isApproved ? (isHeld ? 'approved' : 'scheduled') : 'awaiting_approval',
    approvedTexts: { stepsVersion: campaign.stepsVersion ?? 0 },
    approvedAt: isApproved ? campaign.launchedAt : null,
    approvedBy: isApproved ? campaign.launchedBy : null,
    wantedAt,
    scheduledAt: nextWindowOpening(wantedAt, person, campaign, workspace),
  };
  return { message, problem: null };
}

/**
 * Pauses an enrollment whose message has a placeholder without a value, until the contact or the template is completed.
 */
export async function holdUnresolved({ workspaceId, id }: EnrollmentRecord, problem: string, now: Date) {
  const reason = { pauseReason: 'unresolved_placeholders', endReason: problem } as const;
  const held = await transitionEnrollment(workspaceId, id, 'pause', reason, now);
  if (held !== null) await emitEnrollmentChange(held, now);
}
