import { closingStages, type EmailStatus } from '../../../domain/contacts/contact.ts';
import { allowsWriting } from '../../../domain/contacts/declared-basis.ts';
import { isInventedPerson, isReservedAddress, passesAsInvented } from '../../../domain/contacts/invented-person.ts';
import { internalKinds } from '../../../domain/messages/message-state.ts';
import type { SkipReason } from '../../../domain/sending/reasons.ts';
import { findAddressHistory } from '../../../store/campaigns/address-history-store.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { type EnrollmentRecord, findEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { laneIdOf } from '../../../store/sending/send-lane-store.ts';
import { findSuppressed } from '../../../store/suppressions/suppression-store.ts';
import { findLeftOut } from '../../campaigns/steps/step-conditions.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { checkReplyDrafts } from '../../replies/autopilot/check-reply-drafts.ts';
import { laneKeyOf } from '../messages/plan-messages.ts';
import { noTimeWaitMs } from '../served.ts';
import type { Turn } from '../turn-facts.ts';
import { readForFollowUps } from './read-for-follow-ups.ts';
import { refreshTexts } from './refresh-texts.ts';
import type { SendVerdict } from './send-verdict.ts';

/** Delay before a follow-up from a mailbox that is not read is checked again, in milliseconds. */
const unreadWaitMs = 60_000;
/** Same for a mailbox without IMAP. */
const unreadableWaitMs = 10 * 60_000;

/** Never eligible, even if the campaign allows the status. */
const neverAllowed: readonly EmailStatus[] = ['invalid', 'disposable', 'do_not_mail'];

/**
 * Checks all conditions again immediately before sending, as a batch, because any of them may have changed since
 * queueing.
 */
export async function checkBatch(messages: MessageRecord[], turn: Turn, deps: EngineDeps): Promise<SendVerdict[]> {
  if (messages.length === 0) return [];
  const isRead = await readForFollowUps(messages.filter(isFollowUp), turn, deps);
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
  const contacted = await findContactedBefore(messages, turn);
  const verdicts = messages.map((message): SendVerdict => {
    const contact = contactOf.get(message.contactId ?? '') ?? null;
    const facts = {
      contact,
      isSuppressed: suppressed.has(message.to),
      isLeftOut: leftOut.has(message.id),
      isRead,
      turn,
    };
    if (contacted.has(message.id)) return { kind: 'skip', message, reason: 'already_contacted' };
    if (message.kind === 'campaign') {
      return checkCampaignMessage(message, enrollmentOf.get(message.enrollmentId ?? '') ?? null, facts);
    }
    const skipped = recipientSkip(message, facts, null);
    if (skipped !== null || message.approvedAt !== null) return verdictOn(message, facts, skipped);
    const verdict = ofAutopilot.get(message.id) ?? { kind: 'needs_approval' as const };
    return verdict.kind === 'send' ? verdictOn(message, facts, null) : { ...verdict, message };
  });
  const sendable = await refreshTexts(
    verdicts.flatMap((verdict) => (verdict.kind === 'send' ? [verdict] : [])),
    turn,
  );
  return [...verdicts.filter(({ kind }) => kind !== 'send'), ...sendable];
}

/**
 * First messages to an address that another enrollment in the same campaign has contacted in the meantime. A contact
 * can be deleted and created again, and its address can move to another contact.
 */
async function findContactedBefore(messages: MessageRecord[], turn: Turn): Promise<Set<string>> {
  const first = messages.filter(({ kind, stepIndex }) => kind === 'campaign' && stepIndex === 0);
  const history = await findAddressHistory(turn.workspace.id, [...new Set(first.map(({ to }) => to))]);
  const isKnown = ({ to, campaignId, enrollmentId }: MessageRecord) => {
    const sentFor = history.get(to)?.enrollmentIdsByCampaign.get(campaignId ?? '');
    return sentFor !== undefined && !sentFor.has(enrollmentId ?? '');
  };
  return new Set(first.filter(isKnown).map(({ id }) => id));
}

interface Facts {
  contact: ContactRecord | null;
  isSuppressed: boolean;
  isLeftOut: boolean;
  /** False if a follow-up could come after a reply that is unread. */
  isRead: boolean;
  turn: Turn;
}

function isFollowUp({ kind, stepIndex }: MessageRecord): boolean {
  return kind === 'campaign' && stepIndex !== 0;
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
    const until = resumeAt !== null && resumeAt > now ? resumeAt : new Date(now.getTime() + noTimeWaitMs);
    return { kind: 'wait', message, reason: 'enrollment_paused', until };
  }
  const skipped = recipientSkip(message, facts, campaign.allowedEmailStatuses);
  if (skipped === null && isClosed(facts.contact, enrollment)) return { kind: 'skip', message, reason: 'stage_closed' };
  if (skipped === null && facts.isLeftOut) return { kind: 'leave_out', message };
  if (skipped === null && message.laneId !== laneIdOf(laneKeyOf(message, facts.turn.mailbox.id, facts.contact)))
    return { kind: 'leave_lane', message };
  if (skipped === null && isFollowUp(message) && !facts.isRead) {
    const waitMs = facts.turn.mailbox.imap === null ? unreadableWaitMs : unreadWaitMs;
    return { kind: 'wait', message, reason: 'mailbox_not_read', until: new Date(now.getTime() + waitMs) };
  }
  return verdictOn(message, facts, skipped);
}

/** True if someone set a stage that ends sequences after the enrollment. */
function isClosed(contact: ContactRecord | null, enrollment: EnrollmentRecord | null): boolean {
  return contact !== null && closingStages.includes(contact.stage) && contact.stage !== enrollment?.enrolledStage;
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

/**
 * Reason why this person cannot be contacted now. Null if they can be. They may have opted out or changed since
 * queueing.
 */
function recipientSkip(
  { kind, to }: MessageRecord,
  { contact, isSuppressed, turn: { inventedRule } }: Facts,
  allowed: readonly EmailStatus[] | null,
): SkipReason | null {
  if (isSuppressed) return 'suppressed';
  if (inventedRule === 'skip' && (isReservedAddress(to) || (contact !== null && isInventedPerson(contact)))) {
    return 'invented_person';
  }
  // A forward goes to a colleague, and a reply to someone who wrote to us. Neither needs a contact.
  if (kind === 'answer' || internalKinds.includes(kind)) {
    return contact?.doNotContact && kind === 'answer' ? 'do_not_contact' : null;
  }
  if (contact === null) return 'contact_gone';
  if (contact.doNotContact || contact.stage === 'do_not_contact') return 'do_not_contact';
  // A campaign continues at the new address after a person has approved it.
  if (!contact.email || (kind !== 'campaign' && contact.email !== to)) return 'no_email';
  if (!allowsWriting(contact.declaredBasis)) return 'no_basis';
  if (passesAsInvented(contact, inventedRule)) return null;
  if (neverAllowed.includes(contact.emailStatus)) return 'email_not_allowed';
  return allowed !== null && !allowed.includes(contact.emailStatus) ? 'email_not_allowed' : null;
}
