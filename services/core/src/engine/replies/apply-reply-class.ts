import type { Stage } from '../../domain/contacts/contact.ts';
import { type ReplyClass, sequenceEffectOf } from '../../domain/replies/reply-classes.ts';
import { type CampaignRecord, findCampaign } from '../../store/campaigns/campaign-store.ts';
import { findEnrollments, findOpenEnrollments } from '../../store/campaigns/enrollment-store.ts';
import { type ContactRecord, findContact, findContactByEmail } from '../../store/contacts/contact-store.ts';
import { cancelMessagesFor, delayMessages, findMessage } from '../../store/messages/message-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';
import { changeContact } from '../campaigns/contact-effects.ts';
import { endEnrollment, endEnrollmentsOfCompany, pauseSequence } from '../campaigns/enrollment-effects.ts';
import { protectMailbox } from '../mailboxes/protect-mailbox.ts';
import { suppressPerson } from '../suppressions/suppress-person.ts';
import { openErasureRequest } from '../tasks/open-erasure-request.ts';
import { protectSender } from './apply-bounce.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { byNamedAddresses } from './match-mail.ts';
import { stopColleagues, stopsCompany } from './stop-colleagues.ts';

const dayMs = 86_400_000;
/** Pause of the sequence for an absence without a return date, in days. */
const absenceDefaultDays = 7;

function stageOf(replyClass: ReplyClass): Stage | null {
  if (replyClass === 'interested' || replyClass === 'meeting_request') return 'interested';
  if (replyClass === 'not_interested') return 'not_interested';
  if (replyClass === 'bounce') return null;
  return sequenceEffectOf({ class: replyClass }) === 'stop' ? 'replied' : null;
}

/** Stages that a reply can overwrite. People set the later stages. */
const overwritable: readonly Stage[] = ['new', 'contacted', 'replied', 'interested', 'not_interested'];

/** Applies the effects of a reply's class: stop, pause, suppress. Call inside a transaction. Idempotent. */
export async function applyReplyClass(reply: ReplyRecord, deps: InboundDeps): Promise<void> {
  const effect = sequenceEffectOf(reply);
  await openErasureRequest(reply, deps.now());
  if (stopsCompany(reply)) await stopColleagues(reply, deps.now());
  if (effect === 'unsubscribe') return unsubscribe(reply, deps);
  if (effect === 'none') return;
  if (effect === 'pause') return pause(reply, deps);
  await setStage(reply, deps);
  await stopSequence(reply, deps);
}

async function unsubscribe(reply: ReplyRecord, deps: InboundDeps): Promise<void> {
  const { workspaceId, fromAddress, contactId, enrollmentId, id, undoUntil } = reply;
  const reason = reply.class === 'complaint' ? 'complaint' : 'unsubscribe';
  const message = reply.messageId === null ? null : await findMessage(workspaceId, reply.messageId);
  // A person who forwards mail to another of their addresses opts out with both.
  const addresses = new Set([fromAddress, message?.to ?? fromAddress]);
  for (const address of addresses) {
    await suppressPerson(workspaceId, { address, contactId, enrollmentId, reason, source: id, undoUntil }, deps);
  }
  if (message === null) await unsubscribeNamed(reply, reason, deps);
  if (reason !== 'complaint' || message === null) return;
  await protectSender(message, deps.now());
  await protectMailbox(message, deps.now());
}

/** Suppresses an address named in an opt-out from another address, if we have emailed it. */
async function unsubscribeNamed(
  reply: ReplyRecord,
  reason: 'complaint' | 'unsubscribe',
  deps: InboundDeps,
): Promise<void> {
  const { workspaceId, id, undoUntil } = reply;
  for (const { to: address, contactId, enrollmentId } of await byNamedAddresses(workspaceId, reply)) {
    await suppressPerson(workspaceId, { address, contactId, enrollmentId, reason, source: id, undoUntil }, deps);
  }
}

async function pause(reply: ReplyRecord, deps: InboundDeps): Promise<void> {
  const { workspaceId, returnDate } = reply;
  const now = deps.now();
  const backAt = returnDate ?? new Date(now.getTime() + (absenceDefaultDays - 1) * dayMs);
  // Resume one day after the return, because the first day goes to the backlog.
  const resumeAt = new Date(Math.max(backAt.getTime(), now.getTime()) + dayMs);
  for (const enrollmentId of await enrollmentsOf(reply)) {
    await pauseSequence(workspaceId, enrollmentId, 'out_of_office', resumeAt, now);
    await delayMessages(workspaceId, enrollmentId, resumeAt, now);
  }
}

/**
 * Enrollment of the message that was replied to, and the writer's own, because the writer may have replied in a
 * colleague's thread.
 */
async function enrollmentsOf({ workspaceId, enrollmentId, contactId, fromAddress }: ReplyRecord): Promise<Set<string>> {
  const writer = await findContactByEmail(workspaceId, fromAddress);
  const isOther = writer !== null && writer.id !== contactId;
  const open = isOther ? await findOpenEnrollments(workspaceId, { contactId: writer.id }) : [];
  return new Set([...(enrollmentId === null ? [] : [enrollmentId]), ...open.map(({ id }) => id)]);
}

/** Contact stage after a reply of this class. Null if the stage does not change. */
export function stageAfter(contact: ContactRecord | null, replyClass: ReplyClass): Stage | null {
  const stage = stageOf(replyClass);
  if (contact === null || stage === null || contact.stage === stage) return null;
  return overwritable.includes(contact.stage) ? stage : null;
}

async function setStage({ workspaceId, contactId, ...reply }: ReplyRecord, deps: InboundDeps): Promise<void> {
  const contact = contactId === null ? null : await findContact(workspaceId, contactId);
  const stage = stageAfter(contact, reply.class);
  if (contact !== null && stage !== null) await changeContact(workspaceId, contact.id, { stage }, deps.now());
}

const mustAlwaysStop: readonly ReplyClass[] = ['not_interested', 'wrong_person', 'left_company', 'unsubscribe'];

/**
 * True if a reply of this class ends the sequence. A campaign can continue after replies, but not after every class.
 */
export function isStoppedBy(campaign: CampaignRecord | null, replyClass: ReplyClass): boolean {
  return campaign === null || campaign.stopOnReply || mustAlwaysStop.includes(replyClass);
}

async function stopSequence(reply: ReplyRecord, deps: InboundDeps): Promise<void> {
  const { workspaceId, campaignId, contactId } = reply;
  const now = deps.now();
  const isDoubtful = reply.wish === 'doubtful';
  const outcome = reply.class === 'bounce' ? 'failed' : 'replied';
  for (const enrollment of await findEnrollments(workspaceId, [...(await enrollmentsOf(reply))])) {
    const campaign = await findCampaign(workspaceId, enrollment.campaignId);
    if (!isDoubtful && !isStoppedBy(campaign, reply.class)) continue;
    await cancelMessagesFor(workspaceId, { enrollmentId: enrollment.id }, now);
    await endEnrollment(workspaceId, enrollment.id, outcome, now);
    if (!campaign?.stopCompanyOnReply || contactId === null || enrollment.campaignId !== campaignId) continue;
    const contact = await findContact(workspaceId, contactId);
    if (contact?.companyId) await endEnrollmentsOfCompany(workspaceId, contact.companyId, campaignId, now);
  }
}
