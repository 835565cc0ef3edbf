import { type EnrollmentState, enrollmentTransitions } from '../../domain/campaigns/enrollment-state.ts';
import { contactLabel } from '../../domain/contacts/contact.ts';
import { type ReplyClass, sequenceEffectOf } from '../../domain/replies/reply-classes.ts';
import { findCampaign } from '../../store/campaigns/campaign-store.ts';
import { findEnrollment } from '../../store/campaigns/enrollment-store.ts';
import { findContact } from '../../store/contacts/contact-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';
import type { PlannedEffect } from '../context/plan.ts';
import { endedTaskEffects } from '../tasks/task-effects.ts';
import { isStoppedBy, stageAfter } from './apply-reply-class.ts';
import { stoppedColleagueEffects, stopsCompany } from './stop-colleagues.ts';

const suppression: PlannedEffect = { op: 'create', type: 'suppression', label: 'The person is suppressed, for good' };

/** Effects of applyReplyClass on records other than the reply. */
export async function planReplyClass(reply: ReplyRecord, replyClass: ReplyClass): Promise<PlannedEffect[]> {
  const effect = sequenceEffectOf(reply.class === replyClass ? reply : { class: replyClass });
  if (effect === 'none') return [];
  const isForCompany = stopsCompany({ ...reply, class: replyClass });
  const colleagues = isForCompany ? await stoppedColleagueEffects(reply) : [];
  if (effect === 'unsubscribe') return [suppression, ...colleagues];
  const sequence = await planSequence(reply, replyClass, effect);
  return [...sequence, ...(effect === 'stop' ? await planStage(reply, replyClass) : []), ...colleagues];
}

/** Enrollment states that the class still changes. */
const reachable: Record<'pause' | 'stop', readonly EnrollmentState[]> = {
  pause: enrollmentTransitions.pause.from,
  stop: enrollmentTransitions.reply.from,
};

async function planSequence(
  { workspaceId, enrollmentId, campaignId, wish }: ReplyRecord,
  replyClass: ReplyClass,
  effect: 'pause' | 'stop',
): Promise<PlannedEffect[]> {
  if (enrollmentId === null || campaignId === null) return [];
  const enrollment = await findEnrollment(workspaceId, enrollmentId);
  if (enrollment === null || !reachable[effect].includes(enrollment.state)) return [];
  const about = { type: 'enrollment', id: enrollmentId };
  if (effect === 'pause') return [{ ...about, op: 'update', label: 'The sequence pauses until the return' }];
  const campaign = await findCampaign(workspaceId, campaignId);
  const isDoubtful = wish === 'doubtful';
  if (!isDoubtful && !isStoppedBy(campaign, replyClass)) return [];
  const tasks = await endedTaskEffects(workspaceId, [enrollmentId]);
  return [{ ...about, op: 'stop', label: 'The sequence stops' }, ...tasks];
}

async function planStage({ workspaceId, contactId }: ReplyRecord, replyClass: ReplyClass): Promise<PlannedEffect[]> {
  const contact = contactId === null ? null : await findContact(workspaceId, contactId);
  const stage = stageAfter(contact, replyClass);
  if (contact === null || stage === null) return [];
  return [{ op: 'update', type: 'contact', id: contact.id, label: contactLabel(contact), changes: { stage } }];
}
