import { textDigest } from '../../../domain/campaigns/approved-texts.ts';
import { isTask, type SequenceStep } from '../../../domain/campaigns/sequence-step.ts';
import { domainOf } from '../../../domain/contacts/email-address.ts';
import { type CampaignRecord, keepFrame } from '../../../store/campaigns/campaign-store.ts';
import { refillQueued } from '../../../store/campaigns/held-messages.ts';
import { type MessageRecord, newMessageIdHeader } from '../../../store/messages/message-store.ts';
import { findMessagesByHeader } from '../../../store/messages/message-thread-store.ts';
import { coversFrame, frameOf, messageFrameDigest } from '../../campaigns/approved-frame.ts';
import { mailboxesOf } from '../../campaigns/campaign-mailboxes.ts';
import { findPeople, type Person, scopeOf } from '../../campaigns/campaign-people.ts';
import { renderMessage } from '../../campaigns/render-message.ts';
import type { Turn } from '../turn-facts.ts';
import type { Filled, SendVerdict } from './send-verdict.ts';

type Sendable = Extract<SendVerdict, { kind: 'send' }>;

const filledFields = ['to', 'variantId', 'subject', 'bodyText', 'bodyFormat', 'hasNotice', 'attachments'] as const;

/**
 * Renders the texts immediately before sending, with the current contact, steps, and sender. Short plain values are
 * sent as corrected. Any other difference from the approved text needs a person.
 */
export async function refreshTexts(verdicts: Sendable[], turn: Turn): Promise<SendVerdict[]> {
  const ofCampaigns = verdicts.filter(({ message }) => message.kind === 'campaign');
  if (ofCampaigns.length === 0) return verdicts;
  const people = await findPeople(
    turn.workspace.id,
    ofCampaigns.flatMap(({ message }) => message.contactId ?? []),
  );
  const headers = ofCampaigns.flatMap(({ message }) => message.inReplyTo ?? []);
  const before = await findMessagesByHeader(turn.workspace.id, headers);
  const beforeOf = new Map(before.map((message) => [message.messageIdHeader, message]));
  await recordFrames(ofCampaigns, turn);
  const refreshed: SendVerdict[] = [];
  for (const verdict of verdicts) {
    const { message } = verdict;
    const person = people.get(message.contactId ?? '');
    const campaign = turn.records.get(message.campaignId ?? '');
    const isOurs = message.kind === 'campaign' && person !== undefined && campaign !== undefined;
    const replied = beforeOf.get(message.inReplyTo ?? '') ?? null;
    refreshed.push(isOurs ? await refresh(verdict, { person, campaign, replied }, turn) : verdict);
  }
  return refreshed;
}

/**
 * Campaigns launched before frames were recorded keep running. Their first check sets the frame that later checks
 * compare with.
 */
async function recordFrames(verdicts: Sendable[], turn: Turn): Promise<void> {
  for (const campaignId of new Set(verdicts.map(({ message }) => message.campaignId ?? ''))) {
    const campaign = turn.records.get(campaignId);
    if (campaign === undefined || campaign.approvedFrame !== undefined) continue;
    campaign.approvedFrame = frameOf(campaign, await mailboxesOf(turn.workspace.id, campaign), turn.workspace);
    await keepFrame(turn.workspace.id, campaignId, campaign.approvedFrame);
  }
}

interface Facts {
  person: Person;
  campaign: CampaignRecord;
  /** Message that this one replies to. */
  replied: MessageRecord | null;
}

async function refresh(verdict: Sendable, facts: Facts, turn: Turn): Promise<SendVerdict> {
  const { message } = verdict;
  const step = facts.campaign.steps.find(({ id }) => id === message.stepId);
  const { stepsVersion = 0 } = facts.campaign;
  const isOfOldSteps = message.approvedTexts !== undefined && message.approvedTexts.stepsVersion !== stepsVersion;
  if (step === undefined || isTask(step) || isOfOldSteps) return { kind: 'resequence', message };
  const { filled, error } = fill(message, step, facts, turn);
  if (error !== null) return { kind: 'hold', message, reason: 'unresolved_placeholder', error };
  if (isOutdated(message, filled, { ...facts, step }, turn))
    return {
      kind: 'hold',
      message,
      reason: 'approval_outdated',
      filled: withDigest(message, filled, step, facts, turn),
    };
  const isSame = filledFields.every((field) => JSON.stringify(filled[field]) === JSON.stringify(message[field]));
  if (isSame && filled.messageIdHeader === undefined) return verdict;
  const current = await refillQueued(message, filled, turn.now);
  // Someone else changed it concurrently. The next turn sees the new version.
  return current === null
    ? { kind: 'wait', message, reason: 'retrying', until: turn.now }
    : { ...verdict, message: current };
}

function fill(message: MessageRecord, step: SequenceStep, facts: Facts, turn: Turn) {
  const { person, replied } = facts;
  const to = person.contact.email ?? message.to;
  const { mailbox, workspace, now } = turn;
  // A different mailbox takes over, and must not reply in the first one's thread.
  const isTakenOver = replied !== null && replied.mailboxId !== mailbox.id;
  const thread = isTakenOver
    ? { messageIdHeader: newMessageIdHeader(domainOf(mailbox.address)), inReplyTo: null, references: [] }
    : {};
  const { variantId, subject, bodyText, bodyFormat, hasNotice, attachments } = message;
  if (message.isEdited)
    return { filled: { to, variantId, subject, bodyText, bodyFormat, hasNotice, attachments, ...thread }, error: null };
  const isFirst = message.stepIndex === 0 || hasNotice === true;
  const threadSubject = replied?.subject ?? (message.stepIndex === 0 ? null : message.subject);
  const hasThread = message.inReplyTo !== null && !isTakenOver;
  const rendered = renderMessage({ person, mailbox, step }, { isFirst, threadSubject }, workspace, now);
  const { text, error } = rendered;
  const filled: Filled = {
    to,
    ...thread,
    variantId: text.variantId ?? variantId,
    bodyText: text.bodyText,
    // A subject taken from the thread starts with "Re:" only within that thread.
    subject: hasThread || step.subject.trim() !== '' ? text.subject : text.subject.replace(/^re:\s*/i, ''),
    bodyFormat: text.bodyFormat,
    hasNotice: text.hasNotice,
    attachments: step.attachments,
  };
  return { filled, error };
}

function isOutdated(
  message: MessageRecord,
  filled: Filled,
  facts: Facts & { step: SequenceStep },
  turn: Turn,
): boolean {
  const { campaign, person, step } = facts;
  const { workspace, mailbox, now } = turn;
  if (filled.to !== message.to) return true;
  const approved = message.approvedTexts?.digests[step.id];
  if (!message.isEdited && approved !== undefined) {
    if (textDigest(step, scopeOf(person, mailbox, workspace, now)) !== approved) return true;
  }
  const language = person.contact.language ?? null;
  const framed = { message: filled, mailbox, language, hasLink: campaign.unsubscribe };
  if (message.approvedFrame === messageFrameDigest(framed, workspace)) return false;
  // Messages that were approved individually before digests existed are sent unchanged.
  if (campaign.approval !== 'launch' && message.approvedFrame === undefined) return false;
  const { approvedFrame } = campaign;
  const isLaunched = campaign.approval === 'launch' && approvedFrame !== undefined;
  return !(isLaunched && coversFrame(approvedFrame, framed, workspace));
}

/** New text of a held message, with the digest that its approval will cover. */
function withDigest(
  { approvedTexts }: MessageRecord,
  filled: Filled,
  step: SequenceStep,
  { campaign, person }: Facts,
  { workspace, mailbox, now }: Turn,
): Filled {
  const digest = textDigest(step, scopeOf(person, mailbox, workspace, now));
  const digests = { ...approvedTexts?.digests, [step.id]: digest };
  return { ...filled, approvedTexts: { stepsVersion: campaign.stepsVersion ?? 0, digests } };
}
