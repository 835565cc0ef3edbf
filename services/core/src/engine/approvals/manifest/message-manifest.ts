import type { Manifest } from '../../../domain/approvals/manifest.ts';
import { isTask } from '../../../domain/campaigns/sequence-step.ts';
import { type CampaignRecord, findCampaigns } from '../../../store/campaigns/campaign-store.ts';
import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import { listMailboxes } from '../../../store/mailboxes/mailbox-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { findMessagesByHeader } from '../../../store/messages/message-thread-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { mailboxesOf } from '../../campaigns/campaign-mailboxes.ts';
import { findPeople, type Person } from '../../campaigns/campaign-people.ts';
import { type QueuedText, renderQueued } from '../../campaigns/render-queued.ts';
import type { Sender } from './around-text.ts';
import { addRecipients, type CampaignRecipient } from './campaign-manifest.ts';
import { flagClaims } from './flag-claims.ts';
import { ManifestBuilder } from './manifest-builder.ts';
import { ownTextOf } from './own-text.ts';

interface Facts {
  workspace: WorkspaceRecord;
  now: Date;
}

export interface MessagesPlan {
  manifest: Manifest;
  /** Current text of each campaign message whose text comes from its step, by ID. */
  current: ReadonlyMap<string, QueuedText>;
  campaigns: ReadonlyMap<string, CampaignRecord>;
}

/**
 * Exactly what approving these messages sends. A message of a launched campaign that is held brings the rest of its
 * sequence, so that its follow-ups need no further decision.
 */
export async function messagesManifest(
  action: string,
  messages: MessageRecord[],
  { workspace, now }: Facts,
): Promise<MessagesPlan> {
  const { id: workspaceId } = workspace;
  const builder = new ManifestBuilder(action, workspace);
  const campaigns = await campaignsOf(workspaceId, messages);
  const people = await findPeople(
    workspaceId,
    messages.flatMap(({ contactId }) => contactId ?? []),
  );
  const current = new Map<string, QueuedText>();
  const facts = { workspace, now };
  for (const [campaignId, own] of Map.groupBy(messages, ({ campaignId, kind }) =>
    kind === 'campaign' ? campaignId : null,
  )) {
    const campaign = campaigns.get(campaignId ?? '');
    if (campaign === undefined) await addSingles(builder, own, workspace);
    else {
      for (const [id, text] of await currentTexts(campaign, own, people, facts)) current.set(id, text);
      await addOfCampaign(builder, { campaign, own, people, current }, facts);
    }
  }
  const [only] = campaigns.size === 1 ? campaigns.keys() : [];
  const manifest = await flagClaims(await builder.finish(only ?? null), workspace);
  return { manifest, current, campaigns };
}

async function campaignsOf(workspaceId: string, messages: MessageRecord[]): Promise<Map<string, CampaignRecord>> {
  const ids = [...new Set(messages.flatMap(({ campaignId }) => campaignId ?? []))];
  return new Map((await findCampaigns(workspaceId, ids)).map((campaign) => [campaign.id, campaign]));
}

interface OfCampaign {
  campaign: CampaignRecord;
  own: MessageRecord[];
  people: ReadonlyMap<string, Person>;
  current: ReadonlyMap<string, QueuedText>;
}

async function addOfCampaign(
  builder: ManifestBuilder,
  { campaign, own, people, current }: OfCampaign,
  facts: Facts,
): Promise<void> {
  const bySteps = Map.groupBy(own, ({ id, stepId }) => {
    if (!current.has(id)) return '';
    return campaign.approval === 'launch' ? undefined : (stepId ?? '');
  });
  for (const [stepId, messages] of bySteps) {
    const recipients = messages.flatMap((message): CampaignRecipient[] => {
      const person = people.get(message.contactId ?? '');
      const text = current.get(message.id);
      if (person === undefined) return [];
      const { mailboxId, scheduledAt: earliestAt } = message;
      const hasNotice = (text ?? message).hasNotice === true;
      return [{ person, mailboxId, isNew: false, hasNotice, earliestAt, ...(!text && { own: [ownTextOf(message)] }) }];
    });
    await addRecipients(builder, { campaign, recipients, ...(stepId !== undefined && { stepId }) }, facts);
  }
}

/** Texts of campaign messages as they would be sent now. Those that a person wrote, or that have no step, are omitted. */
export async function currentTexts(
  campaign: CampaignRecord,
  messages: MessageRecord[],
  people: ReadonlyMap<string, Person>,
  { workspace, now }: Facts,
): Promise<[string, QueuedText][]> {
  const mailboxes = await mailboxesOf(workspace.id, campaign);
  const headers = messages.flatMap(({ inReplyTo }) => inReplyTo ?? []);
  const replied = new Map((await findMessagesByHeader(workspace.id, headers)).map((one) => [one.messageIdHeader, one]));
  return messages.flatMap((message): [string, QueuedText][] => {
    const step = campaign.steps.find(({ id }) => id === message.stepId);
    const person = people.get(message.contactId ?? '');
    const mailbox = mailboxes.find(({ id }) => id === message.mailboxId) ?? mailboxes[0];
    if (message.isEdited || step === undefined || isTask(step) || !person || !mailbox) return [];
    const before = replied.get(message.inReplyTo ?? '');
    const facts = {
      person,
      step,
      mailbox,
      threadSubject: before?.subject ?? null,
      hasThread: message.inReplyTo !== null,
    };
    const { text, error } = renderQueued(message, facts, workspace, now);
    return error === null ? [[message.id, text]] : [];
  });
}

async function addSingles(
  builder: ManifestBuilder,
  messages: MessageRecord[],
  workspace: WorkspaceRecord,
): Promise<void> {
  const mailboxes = await listMailboxes(
    workspace.id,
    messages.flatMap(({ mailboxId }) => mailboxId ?? []),
  );
  const contacts = await findContacts(
    workspace.id,
    messages.flatMap(({ contactId }) => contactId ?? []),
  );
  for (const message of messages) {
    const mailbox = mailboxes.find(({ id }) => id === message.mailboxId);
    const contact = contacts.find(({ id }) => id === message.contactId);
    if (mailbox !== undefined) addMessage(builder, message, { mailbox, contact, workspace });
  }
}

interface AroundMessage {
  mailbox: Sender;
  contact: ContactRecord | undefined;
  workspace: WorkspaceRecord;
  quote?: string;
}

function addMessage(
  builder: ManifestBuilder,
  message: MessageRecord,
  { mailbox, contact, workspace, quote = '' }: AroundMessage,
): void {
  builder.addOwn({
    contactId: message.contactId,
    to: message.to,
    language: contact?.language ?? null,
    timeZone: contact?.timeZone ?? workspace.settings.timeZone,
    mailbox,
    earliestAt: message.scheduledAt,
    own: ownTextOf(message, quote),
  });
}

/** Exactly what one message outside of a campaign sends, such as a reply draft with its quote. */
export function oneMessageManifest(action: string, message: MessageRecord, around: AroundMessage): Promise<Manifest> {
  const builder = new ManifestBuilder(action, around.workspace);
  addMessage(builder, message, around);
  return builder.finish(null);
}

/** Exactly what a message sends that does not exist yet. */
export function ownManifest(
  action: string,
  { mailbox, message }: { mailbox: Sender; message: { to: string; subject: string; bodyText: string } },
  workspace: WorkspaceRecord,
): Promise<Manifest> {
  const builder = new ManifestBuilder(action, workspace);
  const { to, subject, bodyText } = message;
  const none = { messageId: null, stepId: null, variantId: null, attachments: [], quote: '' };
  const { timeZone } = workspace.settings;
  const own = { ...none, subject, bodyText, bodyFormat: 'text' as const };
  builder.addOwn({ contactId: null, to, language: null, timeZone, mailbox, earliestAt: null, own });
  return builder.finish(null);
}

/** Names the message once it exists, so that the manifest covers it. */
export function nameMessage(manifest: Manifest, messageId: string): void {
  for (const { own } of manifest.people) for (const text of own) text.messageId ??= messageId;
}
