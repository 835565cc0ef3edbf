import type { StoredManifest } from '../../../domain/approvals/manifest.ts';
import {
  findEntries,
  findEntriesOfMessages,
  findManifest,
  insertManifest,
  type ManifestEntry,
} from '../../../store/approvals/manifest-store.ts';
import { type CampaignRecord, noteManifest } from '../../../store/campaigns/campaign-store.ts';
import { findEditedMessages } from '../../../store/campaigns/held-messages.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { findPeople } from '../../campaigns/campaign-people.ts';
import { addRecipients, openRecipients } from './campaign-manifest.ts';
import type { Covering } from './compare-message.ts';
import { stepsOf } from './exact-messages.ts';
import { ManifestBuilder } from './manifest-builder.ts';
import { ownTextOf } from './own-text.ts';

/** Approved manifests never change, so they are read once. */
const manifestsMax = 50;
const manifests = new Map<string, StoredManifest>();

async function manifestOf({ workspaceId, manifestId }: ManifestEntry): Promise<StoredManifest | null> {
  const known = manifests.get(manifestId);
  if (known !== undefined) return known.workspaceId === workspaceId ? known : null;
  const found = await findManifest(workspaceId, manifestId);
  if (found === null) return null;
  if (manifests.size >= manifestsMax) manifests.delete(manifests.keys().next().value!);
  manifests.set(manifestId, found);
  return found;
}

type Covered = Pick<MessageRecord, 'id' | 'contactId' | 'campaignId' | 'stepId' | 'isEdited'>;

/** Newest approved entry for each message of a workspace. A message without one is missing. */
export async function findCovering(workspaceId: string, messages: Covered[]): Promise<Map<string, Covering>> {
  const written = messages.filter(({ isEdited, stepId }) => isEdited || stepId === null);
  const ofMessages = await findEntriesOfMessages(
    workspaceId,
    written.map(({ id }) => id),
  );
  const found = new Map<string, Covering>();
  const byCampaign = Map.groupBy(messages, ({ campaignId }) => campaignId);
  for (const [campaignId, own] of byCampaign) {
    const contactIds = [...new Set(own.flatMap(({ contactId }) => contactId ?? []))];
    const entries = campaignId === null ? [] : await findEntries(workspaceId, campaignId, contactIds);
    for (const message of own) {
      const covering = await coveringOf(message, [...ofMessages, ...entries]);
      if (covering !== null) found.set(message.id, covering);
    }
  }
  return found;
}

/** The newest entry that names a message with a text of its own, or that has the step of another. */
async function coveringOf(message: Covered, entries: ManifestEntry[]): Promise<Covering | null> {
  const isOwn = message.isEdited || message.stepId === null;
  const isNamed = ({ own }: ManifestEntry) => own.some(({ messageId }) => messageId === message.id);
  const isOfPerson = ({ contactId, own }: ManifestEntry) => contactId === message.contactId && own.length === 0;
  for (const entry of entries.filter(isOwn ? isNamed : isOfPerson)) {
    const manifest = await manifestOf(entry);
    if (manifest === null) continue;
    if (isOwn || stepsOf(manifest, entry.groupId).some(({ id }) => id === message.stepId)) return { manifest, entry };
  }
  return null;
}

/**
 * Stores what a campaign sends, if it was launched before manifests existed. It covers everything as it is stored now,
 * so that an upgrade holds nothing. Does nothing for other campaigns.
 */
export async function adoptCampaign(campaign: CampaignRecord, workspace: WorkspaceRecord, now: Date): Promise<void> {
  if (campaign.manifestId !== undefined) return;
  const { workspaceId, id, launchedBy } = campaign;
  const builder = new ManifestBuilder('launch_campaign', workspace);
  for await (const recipients of openRecipients(campaign, ['pending', 'active', 'paused']))
    await addRecipients(builder, { campaign, recipients }, { workspace, now });
  const edited = await findEditedMessages(workspaceId, id);
  const people = await findPeople(
    workspaceId,
    edited.flatMap(({ contactId }) => contactId ?? []),
  );
  const recipients = edited.flatMap((message) => {
    const person = people.get(message.contactId ?? '');
    const { mailboxId } = message;
    return person === undefined ? [] : [{ person, mailboxId, isNew: false, own: [ownTextOf(message)] }];
  });
  await addRecipients(builder, { campaign, recipients, stepId: '' }, { workspace, now });
  const manifest = await builder.finish(id);
  const actor = { kind: 'system', id: launchedBy ?? 'upgrade', name: 'Upgrade' } as const;
  campaign.manifestId = manifest.id;
  await inTransaction(async () => {
    if (!(await noteManifest(workspaceId, id, manifest.id))) return;
    const facts = { approvalId: null, isApproved: true, connectionId: null, isByAutopilot: false };
    await insertManifest(manifest, { ...facts, workspaceId, actor, createdAt: now });
  });
}
