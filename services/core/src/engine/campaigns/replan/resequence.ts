import { isTask, type SequenceStep, stepIndexAfter } from '../../../domain/campaigns/sequence-step.ts';
import { messageTransitions } from '../../../domain/messages/message-state.ts';
import { type CampaignRecord, findCampaign } from '../../../store/campaigns/campaign-store.ts';
import { advanceEnrollment, type EnrollmentRecord, findEnrollment } from '../../../store/campaigns/enrollment-store.ts';
import { findOldSequences, type Rewritten, rewriteWaiting } from '../../../store/campaigns/replan-store.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { cancelMessagesFor, findMessage, type MessageRecord } from '../../../store/messages/message-store.ts';
import { findWorkspace, type WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { announceHeld } from '../announce-held.ts';
import { mailboxesOf } from '../campaign-mailboxes.ts';
import { findPeople } from '../campaign-people.ts';
import { endEnrollment } from '../enrollment-effects.ts';
import { passedSteps } from '../steps/passed-steps.ts';
import { holdUnresolved, toMessage } from '../steps/queue-messages.ts';
import { queueStep, type StepBefore } from '../steps/queue-step.ts';

const readAtOnce = 100;

/** Applies steps that changed while the campaign was paused to all its queued messages. */
export async function resequenceCampaign(campaign: CampaignRecord, now: Date): Promise<void> {
  if (!campaign.stepsVersion) return;
  for (let afterId = ''; ; ) {
    const part = await findOldSequences(campaign, campaign.stepsVersion, afterId, readAtOnce);
    for (const message of part) await resequenceMessage(message, now);
    if (part.length < readAtOnce) return;
    afterId = part.at(-1)!.id;
  }
}

/** Gives a queued message the current step, text, and time of its sequence, or ends the sequence. */
export function resequenceMessage({ workspaceId, id }: MessageRecord, now: Date): Promise<void> {
  return inTransaction(async () => {
    const message = await findMessage(workspaceId, id);
    if (message === null || !(messageTransitions.cancel.from as readonly string[]).includes(message.state)) return;
    const campaign = await findCampaign(workspaceId, message.campaignId ?? '');
    const workspace = await findWorkspace(workspaceId);
    const enrollment = await findEnrollment(workspaceId, message.enrollmentId ?? '');
    if (campaign === null || workspace === null || enrollment === null) return;
    await resequence(message, enrollment, { campaign, workspace, now });
  });
}

interface Facts {
  campaign: CampaignRecord;
  workspace: WorkspaceRecord;
  now: Date;
}

async function resequence(message: MessageRecord, enrollment: EnrollmentRecord, facts: Facts): Promise<void> {
  const { campaign, workspace, now } = facts;
  const { passed, lastSent, endedAt } = await passedSteps(workspace.id, enrollment.id);
  const stepIndex = stepIndexAfter(campaign.steps, passed);
  const step = campaign.steps[stepIndex];
  if (step === undefined) return void (await endEnrollment(workspace.id, enrollment.id, 'completed', now));
  const { stepIndex: from } = enrollment;
  if (stepIndex !== from) await advanceEnrollment(workspace.id, enrollment.id, { from, to: stepIndex }, now);
  const at = { ...enrollment, stepIndex };
  const before = { message: lastSent, endedAt: endedAt ?? enrollment.startedAt ?? now };
  if (!isTask(step)) return rewrite(message, { enrollment: at, step, before }, facts);
  await cancelMessagesFor(workspace.id, { enrollmentId: enrollment.id }, now);
  await queueStep(at, before, campaign, workspace, now);
}

interface Place {
  enrollment: EnrollmentRecord;
  step: SequenceStep;
  before: StepBefore;
}

async function rewrite(message: MessageRecord, { enrollment, step, before }: Place, facts: Facts): Promise<void> {
  const { campaign, workspace, now } = facts;
  const person = (await findPeople(workspace.id, [enrollment.contactId])).get(enrollment.contactId);
  const mailboxes = await mailboxesOf(workspace.id, campaign);
  const mailbox = mailboxes.find(({ id }) => id === message.mailboxId) ?? mailboxes[0];
  // If either is missing, the check before sending decides.
  if (person === undefined || mailbox === undefined) return;
  const item = { enrollment, person, mailbox, step, after: before.endedAt, before: before.message };
  const { message: made, problem } = toMessage(item, campaign, workspace, { isHeld: false, now });
  if (made === null) {
    await cancelMessagesFor(workspace.id, { enrollmentId: enrollment.id }, now);
    return holdUnresolved(enrollment, problem, now);
  }
  const { variantId, subject, bodyText, bodyFormat, hasNotice } = message;
  const isKept = message.isEdited && message.stepId === step.id;
  const rewritten: Rewritten = {
    ...made,
    ...(isKept && { variantId, subject, bodyText, bodyFormat, hasNotice }),
    ...(!isKept && { isEdited: undefined }),
  };
  await store(message, rewritten, facts);
}

/** Stores the new text. A text that a person approved individually needs approval again if it changed. */
async function store(message: MessageRecord, rewritten: Rewritten, { campaign, now }: Facts): Promise<void> {
  const { subject, bodyText, bodyFormat = 'text', attachments = [] } = message;
  const isSame =
    rewritten.subject === subject &&
    rewritten.bodyText === bodyText &&
    (rewritten.bodyFormat ?? 'text') === bodyFormat &&
    JSON.stringify(rewritten.attachments ?? []) === JSON.stringify(attachments);
  const isAsked = campaign.approval !== 'launch' && message.state !== 'awaiting_approval' && !isSame;
  const isStored = await rewriteWaiting(message, rewritten, { isAsked }, now);
  if (isStored && isAsked) await announceHeld(message, 'approval_outdated', now);
}
