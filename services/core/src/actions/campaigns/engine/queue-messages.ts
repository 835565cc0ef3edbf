import { renderStep } from '../../../domain/campaigns/sequence-render.ts';
import type { SequenceStep } from '../../../domain/campaigns/sequence-step.ts';
import { domainOf } from '../../../domain/crm/email-address.ts';
import { nextInWindow, zoneOf } from '../../../domain/mail/send-window.ts';
import { type CampaignRecord, updateCampaign } from '../../../store/campaigns/campaign-store.ts';
import { startEnrollments } from '../../../store/campaigns/enrollment-bulk.ts';
import {
  type EnrollmentRecord,
  findPendingEnrollments,
  transitionEnrollment,
} from '../../../store/campaigns/enrollment-store.ts';
import { type MessageRecord, type NewMessage, newMessageIdHeader } from '../../../store/campaigns/message-store.ts';
import type { WorkspaceRecord } from '../../../store/identity/workspace-store.ts';
import { ensureDefaultMailbox } from '../../../store/mail/default-mailbox.ts';
import { activeOf, type CampaignMailbox, mailboxesOf } from './campaign-mailboxes.ts';
import { findPeople, mailboxFor, type Person, scopeOf } from './campaign-people.ts';
import { endEnrollment, tellOfEnrollment } from './enrollment-effects.ts';
import { storeQueued } from './store-queued.ts';

/** So many enrollments are started in one transaction; the worker goes on with the rest. */
export const queueBatchSize = 100;

/** When a message after this wait may go out, by the window; the window is looked at again when it is due. */
export const earliestTime = (
  step: SequenceStep,
  after: Date,
  person: Person | null,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
): Date => {
  const window = campaign.window ?? workspace.settings.window;
  const wanted = new Date(after.getTime() + step.waitMinutes * 60_000);
  const zone = zoneOf(window, person?.contact.timeZone ?? null, workspace.settings.timeZone);
  return nextInWindow(window, wanted, zone) ?? wanted;
};

interface QueueItem {
  enrollment: EnrollmentRecord;
  person: Person;
  mailbox: CampaignMailbox;
  step: SequenceStep;
  scheduledAt: Date;
  /** The message before, when this one answers in its thread. */
  before: MessageRecord | null;
}

export type Queued = { message: NewMessage; problem: null } | { message: null; problem: string };

/** The message of a step for one contact, ready for the queue. */
export const toMessage = (
  { enrollment, person, mailbox, step, scheduledAt, before }: QueueItem,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  isHeld: boolean,
): Queued => {
  const thread = step.thread === 'reply' ? before : null;
  const rendered = renderStep(step, person.contact.id, scopeOf(person, mailbox, workspace), thread?.subject ?? null);
  if (rendered.problem !== null) return { message: null, problem: rendered.problem };
  const isApproved = campaign.approval === 'launch';
  const message: NewMessage = {
    kind: 'campaign',
    campaignId: campaign.id,
    enrollmentId: enrollment.id,
    contactId: person.contact.id,
    stepId: step.id,
    stepIndex: enrollment.stepIndex,
    variantId: rendered.variantId,
    mailboxId: mailbox.id,
    to: person.contact.email ?? '',
    subject: rendered.subject,
    bodyText: rendered.bodyText,
    messageIdHeader: newMessageIdHeader(domainOf(mailbox.address)),
    inReplyTo: thread?.messageIdHeader ?? null,
    references: thread === null ? [] : [...thread.references, thread.messageIdHeader],
    state: isApproved ? (isHeld ? 'approved' : 'scheduled') : 'awaiting_approval',
    approvedAt: isApproved ? campaign.launchedAt : null,
    approvedBy: isApproved ? campaign.launchedBy : null,
    scheduledAt,
  };
  return { message, problem: null };
};

/** Starts up to `limit` pending enrollments of a running campaign. Call inside a transaction. Answers how many it took. */
export const queueFirstMessages = async (
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  limit: number,
  now: Date,
): Promise<number> => {
  const [step] = campaign.steps;
  const pending = await findPendingEnrollments(workspace.id, campaign.id, limit);
  const mailboxes = await sendingMailboxes(campaign, workspace, now);
  if (step === undefined || mailboxes.length === 0) return 0;
  const people = await findPeople(
    workspace.id,
    pending.map(({ contactId }) => contactId),
  );
  const messages: NewMessage[] = [];
  const startAt = campaign.startAt !== null && campaign.startAt > now ? campaign.startAt : now;
  for (const enrollment of pending) {
    const person = people.get(enrollment.contactId);
    if (person === undefined || !person.contact.email) {
      await endEnrollment(workspace.id, enrollment.id, 'failed', now, 'contact_gone');
      continue;
    }
    const mailbox = mailboxFor(mailboxes, person.contact.id);
    const scheduledAt = earliestTime(step, startAt, person, campaign, workspace);
    const { message, problem } = toMessage(
      { enrollment, person, mailbox, step, scheduledAt, before: null },
      campaign,
      workspace,
      false,
    );
    if (problem === null) messages.push(message);
    else await holdUnresolved(enrollment, problem, now);
  }
  await storeQueued(workspace.id, messages, now);
  for (const { id } of mailboxes) {
    const own = new Set(messages.filter(({ mailboxId }) => mailboxId === id).map(({ enrollmentId }) => enrollmentId));
    const started = pending.filter((enrollment) => own.has(enrollment.id));
    if (started.length > 0) await startEnrollments(workspace.id, started, id!, now);
  }
  const isQueueing = pending.length === limit;
  if (isQueueing !== campaign.isQueueing) await updateCampaign(workspace.id, campaign.id, { isQueueing }, now);
  return pending.length;
};

/** A message with a hole in it is not sent: the enrollment waits until the contact or the template is completed. */
export const holdUnresolved = async ({ workspaceId, id }: EnrollmentRecord, problem: string, now: Date) => {
  const reason = { pauseReason: 'unresolved_placeholders', endReason: problem } as const;
  const held = await transitionEnrollment(workspaceId, id, 'pause', reason, now);
  if (held !== null) await tellOfEnrollment(held, now);
};

const sendingMailboxes = async (
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<CampaignMailbox[]> => {
  const active = activeOf(await mailboxesOf(workspace.id, campaign));
  const needsSandbox = active.some(({ id }) => id === null);
  return needsSandbox ? [await ensureDefaultMailbox(workspace.id, now)] : active;
};
