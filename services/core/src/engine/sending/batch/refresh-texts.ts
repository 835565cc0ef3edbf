import { isTask, type SequenceStep } from '../../../domain/campaigns/sequence-step.ts';
import { domainOf } from '../../../domain/contacts/email-address.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { refillQueued } from '../../../store/campaigns/held-messages.ts';
import { type MessageRecord, newMessageIdHeader } from '../../../store/messages/message-store.ts';
import { findMessagesByHeader } from '../../../store/messages/message-thread-store.ts';
import { type Covering, differencesOf, type MessageDifference } from '../../approvals/manifest/compare-message.ts';
import { adoptCampaign, findCovering } from '../../approvals/manifest/find-covering.ts';
import { findPeople, type Person, scopeOf } from '../../campaigns/campaign-people.ts';
import { renderQueued } from '../../campaigns/render-queued.ts';
import type { Turn } from '../turn-facts.ts';
import type { Filled, SendVerdict } from './send-verdict.ts';

type Sendable = Extract<SendVerdict, { kind: 'send' }>;

const filledFields = ['to', 'variantId', 'subject', 'bodyText', 'bodyFormat', 'hasNotice', 'attachments'] as const;

/**
 * Renders the texts immediately before sending, with the current contact, steps, and sender, and compares each message
 * with what was approved. Short plain values are sent as corrected. Any other difference needs a person.
 */
export async function refreshTexts(verdicts: Sendable[], turn: Turn): Promise<SendVerdict[]> {
  const compared = verdicts.filter(({ message }) => message.kind !== 'test');
  if (compared.length === 0) return verdicts;
  const { workspace, now } = turn;
  const people = await findPeople(
    workspace.id,
    compared.flatMap(({ message }) => message.contactId ?? []),
  );
  const headers = compared.flatMap(({ message }) => (message.kind === 'campaign' ? (message.inReplyTo ?? []) : []));
  const before = await findMessagesByHeader(workspace.id, headers);
  const beforeOf = new Map(before.map((message) => [message.messageIdHeader, message]));
  for (const campaign of turn.records.values())
    if (compared.some(({ message }) => message.campaignId === campaign.id))
      await adoptCampaign(campaign, workspace, now);
  const covering = await findCovering(
    workspace.id,
    compared.map(({ message }) => message),
  );
  const refreshed: SendVerdict[] = [];
  for (const verdict of verdicts) {
    const { message } = verdict;
    const person = people.get(message.contactId ?? '');
    const campaign = turn.records.get(message.campaignId ?? '');
    const covered = covering.get(message.id) ?? null;
    const replied = beforeOf.get(message.inReplyTo ?? '') ?? null;
    if (message.kind !== 'campaign') refreshed.push(compareOwn(verdict, covered, person ?? null, turn));
    else if (person === undefined || campaign === undefined) refreshed.push(verdict);
    else refreshed.push(await refresh(verdict, { person, campaign, replied, covered }, turn));
  }
  return refreshed;
}

/** Messages outside of sequences were approved as they are. Those approved before manifests were stored have no entry. */
function compareOwn(verdict: Sendable, covered: Covering | null, person: Person | null, turn: Turn): SendVerdict {
  const { message } = verdict;
  if (covered === null) return verdict;
  const { mailbox, workspace, now } = turn;
  const around = { mailbox, workspace, now, hasLink: false, hasFooter: false };
  const differences = differencesOf(covered, { message, language: person?.contact.language ?? null, ...around });
  return differences.length === 0
    ? verdict
    : { kind: 'hold', message, reason: 'approval_outdated', filled: {}, differences };
}

interface Facts {
  person: Person;
  campaign: CampaignRecord;
  /** Message that this one replies to. */
  replied: MessageRecord | null;
  covered: Covering | null;
}

async function refresh(verdict: Sendable, facts: Facts, turn: Turn): Promise<SendVerdict> {
  const { message } = verdict;
  const step = facts.campaign.steps.find(({ id }) => id === message.stepId);
  const { stepsVersion = 0 } = facts.campaign;
  const isOfOldSteps = message.approvedTexts !== undefined && message.approvedTexts.stepsVersion !== stepsVersion;
  if (step === undefined || isTask(step) || isOfOldSteps) return { kind: 'resequence', message };
  const { filled, error } = fill(message, step, facts, turn);
  if (error !== null) return { kind: 'hold', message, reason: 'unresolved_placeholder', error };
  const differences = compare(message, filled, { ...facts, step }, turn);
  if (differences.length > 0) return { kind: 'hold', message, reason: 'approval_outdated', filled, differences };
  const isSame = filledFields.every((field) => JSON.stringify(filled[field]) === JSON.stringify(message[field]));
  // The footer is in the language that was compared.
  const { contact } = facts.person;
  if (isSame && filled.messageIdHeader === undefined) return { ...verdict, contact };
  const current = await refillQueued(message, filled, turn.now);
  // Someone else changed it concurrently. The next turn sees the new version.
  return current === null
    ? { kind: 'wait', message, reason: 'retrying', until: turn.now }
    : { ...verdict, contact, message: current };
}

function compare(
  message: MessageRecord,
  filled: Filled,
  { campaign, person, step, covered }: Facts & { step: SequenceStep },
  { workspace, mailbox, now }: Turn,
): MessageDifference[] {
  return differencesOf(covered, {
    message: { ...message, ...filled },
    mailbox,
    workspace,
    language: person.contact.language ?? null,
    hasLink: campaign.unsubscribe,
    hasFooter: true,
    ...(!message.isEdited && { written: { step, scope: scopeOf(person, mailbox, workspace, now) } }),
    now,
  });
}

function fill(message: MessageRecord, step: SequenceStep, { person, replied }: Facts, turn: Turn) {
  const { mailbox, workspace, now } = turn;
  // A different mailbox takes over, and must not reply in the first one's thread.
  const isTakenOver = replied !== null && replied.mailboxId !== mailbox.id;
  const thread = isTakenOver
    ? { messageIdHeader: newMessageIdHeader(domainOf(mailbox.address)), inReplyTo: null, references: [] }
    : {};
  const hasThread = message.inReplyTo !== null && !isTakenOver;
  const facts = { person, step, mailbox, threadSubject: replied?.subject ?? null, hasThread };
  const { text, error } = renderQueued(message, facts, workspace, now);
  const filled: Filled = { ...text, ...thread };
  return { filled, error };
}
