import type { EmailStatus } from '../../../domain/contacts/contact.ts';
import { allowsWriting } from '../../../domain/contacts/declared-basis.ts';
import { internalKinds, type SkipReason } from '../../../domain/messages/message-state.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { type EnrollmentRecord, findEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { findSuppressed } from '../../../store/suppressions/suppression-store.ts';
import { findLeftOut } from '../../campaigns/steps/step-conditions.ts';
import { checkReplyDrafts } from '../../replies/autopilot/check-reply-drafts.ts';
import type { Turn } from '../turn-facts.ts';

/** What is to be done with a due message. */
export type SendVerdict =
  | { kind: 'send'; message: MessageRecord; contact: ContactRecord | null }
  | { kind: 'wait'; message: MessageRecord; reason: string; until: Date }
  | { kind: 'skip'; message: MessageRecord; reason: SkipReason }
  /** The condition of its step does not hold: the sequence goes on with the next one. */
  | { kind: 'leave_out'; message: MessageRecord }
  | { kind: 'needs_approval'; message: MessageRecord };

const shortWaitMs = 5 * 60_000;
/** Never written to, whatever a campaign allows. */
const neverAllowed: readonly EmailStatus[] = ['invalid', 'disposable', 'do_not_mail'];

/**
 * Everything is asked again right before messages go out, as a set: nothing that was true when they were queued has to be
 * true now.
 */
export async function checkWindow(messages: MessageRecord[], turn: Turn): Promise<SendVerdict[]> {
  if (messages.length === 0) return [];
  const { id: workspaceId } = turn.workspace;
  const [contacts, enrollments, suppressed] = await Promise.all([
    findContacts(
      workspaceId,
      messages.flatMap(({ contactId }) => contactId ?? []),
    ),
    findEnrollments(
      workspaceId,
      messages.flatMap(({ enrollmentId }) => enrollmentId ?? []),
    ),
    findSuppressed(workspaceId, [...new Set(messages.map(({ to }) => to))]),
  ]);
  const contactOf = new Map(contacts.map((contact) => [contact.id, contact]));
  const enrollmentOf = new Map(enrollments.map((enrollment) => [enrollment.id, enrollment]));
  const unapproved = messages.filter(({ kind, approvedAt }) => kind === 'answer' && approvedAt === null);
  const ofAutopilot = await checkReplyDrafts(unapproved, turn);
  const leftOut = await findLeftOut(messages, turn);
  return messages.map((message) => {
    const contact = contactOf.get(message.contactId ?? '') ?? null;
    const facts = { contact, isSuppressed: suppressed.has(message.to), isLeftOut: leftOut.has(message.id), turn };
    if (message.kind === 'campaign') {
      return checkCampaignMessage(message, enrollmentOf.get(message.enrollmentId ?? '') ?? null, facts);
    }
    const skipped = recipientSkip(message, facts, null);
    if (skipped !== null || message.approvedAt !== null) return verdictOn(message, facts, skipped);
    const verdict = ofAutopilot.get(message.id) ?? { kind: 'needs_approval' as const };
    return verdict.kind === 'send' ? verdictOn(message, facts, null) : { ...verdict, message };
  });
}

interface Facts {
  contact: ContactRecord | null;
  isSuppressed: boolean;
  isLeftOut: boolean;
  turn: Turn;
}

function verdictOn(message: MessageRecord, { contact }: Facts, skip: SkipReason | null): SendVerdict {
  return skip === null ? { kind: 'send', message, contact } : { kind: 'skip', message, reason: skip };
}

function checkCampaignMessage(message: MessageRecord, enrollment: EnrollmentRecord | null, facts: Facts): SendVerdict {
  const campaign = facts.turn.records.get(message.campaignId ?? '');
  const { now } = facts.turn;
  if (campaign === undefined || hasEnded(campaign, now)) return { kind: 'skip', message, reason: 'campaign_ended' };
  const skip = enrollmentSkip(enrollment);
  if (skip !== null) return { kind: 'skip', message, reason: skip };
  if (enrollment?.state === 'paused') {
    const { resumeAt } = enrollment;
    const until = resumeAt !== null && resumeAt > now ? resumeAt : new Date(now.getTime() + shortWaitMs);
    return { kind: 'wait', message, reason: 'enrollment_paused', until };
  }
  const skipped = recipientSkip(message, facts, campaign.allowedEmailStatuses);
  if (skipped === null && facts.isLeftOut) return { kind: 'leave_out', message };
  return verdictOn(message, facts, skipped);
}

function hasEnded({ state, endAt }: CampaignRecord, now: Date): boolean {
  return state !== 'running' || (endAt !== null && endAt <= now);
}

function enrollmentSkip(enrollment: EnrollmentRecord | null): SkipReason | null {
  if (enrollment === null) return 'enrollment_ended';
  if (enrollment.state === 'replied') return 'replied';
  if (enrollment.state === 'unsubscribed') return 'unsubscribed';
  return enrollment.state === 'active' || enrollment.state === 'paused' ? null : 'enrollment_ended';
}

/** Whether this person may be written to now: they may have said no, or have changed, since the message was queued. */
function recipientSkip(
  { kind, to }: MessageRecord,
  { contact, isSuppressed }: Facts,
  allowed: readonly EmailStatus[] | null,
): SkipReason | null {
  if (isSuppressed) return 'suppressed';
  // A forward goes to a colleague, and an answer to someone who wrote to us: neither needs a contact.
  if (kind === 'answer' || internalKinds.includes(kind)) {
    return contact?.doNotContact && kind === 'answer' ? 'do_not_contact' : null;
  }
  if (contact === null) return 'contact_gone';
  if (contact.doNotContact || contact.stage === 'do_not_contact') return 'do_not_contact';
  if (!contact.email || contact.email !== to) return 'no_email';
  if (!allowsWriting(contact.declaredBasis)) return 'no_basis';
  if (neverAllowed.includes(contact.emailStatus)) return 'email_not_allowed';
  return allowed !== null && !allowed.includes(contact.emailStatus) ? 'email_not_allowed' : null;
}
