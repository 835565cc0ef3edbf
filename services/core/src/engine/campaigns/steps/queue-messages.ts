import { withNotice } from '../../../domain/campaigns/art14-notice.ts';
import { renderStep } from '../../../domain/campaigns/sequence-render.ts';
import type { SequenceStep } from '../../../domain/campaigns/sequence-step.ts';
import { domainOf } from '../../../domain/contacts/email-address.ts';
import { nextInWindow, zoneOf } from '../../../domain/sending/send-window.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { type EnrollmentRecord, transitionEnrollment } from '../../../store/campaigns/enrollment-store.ts';
import { type MessageRecord, type NewMessage, newMessageIdHeader } from '../../../store/messages/message-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import type { CampaignMailbox } from '../campaign-mailboxes.ts';
import { type Person, scopeOf } from '../campaign-people.ts';
import { emitEnrollmentChange } from '../enrollment-effects.ts';

function wantedTime({ waitMinutes }: SequenceStep, after: Date): Date {
  return new Date(after.getTime() + waitMinutes * 60_000);
}

/** When a message after this wait may go out; the window is looked at again when it is due. */
export function earliestTime(
  step: SequenceStep,
  after: Date,
  person: Person | null,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
): Date {
  return nextWindowOpening(wantedTime(step, after), person, campaign, workspace);
}

/** The first moment from `wanted` on that lies in the window of campaign or workspace. */
export function nextWindowOpening(
  wanted: Date,
  person: Person | null,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
): Date {
  const window = campaign.window ?? workspace.settings.window;
  const zone = zoneOf(window, person?.contact.timeZone ?? null, workspace.settings.timeZone);
  return nextInWindow(window, wanted, zone) ?? wanted;
}

interface QueueItem {
  /** What its step waits from: when the one before was sent, or the campaign began. */
  after: Date;
  enrollment: EnrollmentRecord;
  person: Person;
  mailbox: CampaignMailbox;
  step: SequenceStep;
  /** The message before, when this one answers in its thread. */
  before: MessageRecord | null;
}

export type Queued = { message: NewMessage; problem: null } | { message: null; problem: string };

type MessageText = Pick<NewMessage, 'variantId' | 'subject' | 'bodyText' | 'bodyFormat' | 'hasNotice'>;

/** What a step says to one person. `isFirst`: nothing was sent to them by this enrollment before. */
export function textOf(
  { person, mailbox, step }: Pick<QueueItem, 'person' | 'mailbox' | 'step'>,
  { isFirst, threadSubject }: { isFirst: boolean; threadSubject: string | null },
  workspace: WorkspaceRecord,
): { text: MessageText; problem: null } | { text: null; problem: string } {
  const rendered = renderStep(step, person.contact.id, scopeOf(person, mailbox, workspace), threadSubject);
  if (rendered.problem !== null) return { text: null, problem: rendered.problem };
  const { variantId, subject, bodyFormat } = rendered;
  const { text: bodyText, hasNotice } = isFirst
    ? withNotice(rendered, workspace.settings.art14Notice, person.contact)
    : { text: rendered.bodyText, hasNotice: false };
  const text = { variantId, subject, bodyText, ...(bodyFormat && { bodyFormat }), ...(hasNotice && { hasNotice }) };
  return { text, problem: null };
}

/** The message of a step for one contact, ready for the queue. */
export function toMessage(
  { enrollment, person, mailbox, step, after, before }: QueueItem,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  isHeld: boolean,
): Queued {
  const thread = step.thread === 'reply' ? before : null;
  const placed = { isFirst: before === null, threadSubject: thread?.subject ?? null };
  const { text, problem } = textOf({ person, mailbox, step }, placed, workspace);
  if (problem !== null) return { message: null, problem };
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
    approvedAt: isApproved ? campaign.launchedAt : null,
    approvedBy: isApproved ? campaign.launchedBy : null,
    wantedAt,
    scheduledAt: nextWindowOpening(wantedAt, person, campaign, workspace),
  };
  return { message, problem: null };
}

/** A message with a hole in it is not sent: the enrollment waits until the contact or the template is completed. */
export async function holdUnresolved({ workspaceId, id }: EnrollmentRecord, problem: string, now: Date) {
  const reason = { pauseReason: 'unresolved_placeholders', endReason: problem } as const;
  const held = await transitionEnrollment(workspaceId, id, 'pause', reason, now);
  if (held !== null) await emitEnrollmentChange(held, now);
}
