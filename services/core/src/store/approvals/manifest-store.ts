import type { Manifest, StoredManifest } from '../../domain/approvals/manifest.ts';
import { newId } from '../../domain/values/ids.ts';
import { toRecord } from '../documents/define-model.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import {
  type ManifestDoc,
  type ManifestEntry,
  ManifestModel,
  type ManifestPersonDoc,
  PersonModel,
} from './manifest-model.ts';

export type { ManifestEntry };

export function newManifestId(): string {
  return newId('mft');
}

/** Responsibility for a manifest. It covers messages once it is approved. */
export type ManifestFacts = Pick<
  StoredManifest,
  'workspaceId' | 'approvalId' | 'isApproved' | 'actor' | 'connectionId' | 'isByAutopilot' | 'createdAt'
>;

const insertedAtOnce = 500;

/** Stores a manifest and its people. Call inside a transaction. */
export async function insertManifest(
  { people, id, ...manifest }: Manifest,
  facts: ManifestFacts,
  purgeAt?: Date,
): Promise<void> {
  const { workspaceId, isApproved } = facts;
  const kept: { purgeAt?: Date } = purgeAt === undefined ? {} : { purgeAt };
  const document: ManifestDoc = { _id: id, ...manifest, ...facts, ...kept };
  await insertDocuments(ManifestModel, [document]);
  const documents: ManifestPersonDoc[] = people.map((person, index) => ({
    ...person,
    ...kept,
    _id: `${id}/${String(index).padStart(6, '0')}`,
    workspaceId,
    manifestId: id,
    isApproved,
  }));
  for (let at = 0; at < documents.length; at += insertedAtOnce)
    await insertDocuments(PersonModel, documents.slice(at, at + insertedAtOnce));
}

export async function findManifest(workspaceId: string, manifestId: string): Promise<StoredManifest | null> {
  const found = await ManifestModel.findOne({ workspaceId, _id: manifestId }).lean<ManifestDoc>();
  return found && toRecord(found);
}

/** The newest manifest of an approval: as asked for, or as carried out. */
export async function findManifestOf(workspaceId: string, approvalId: string): Promise<StoredManifest | null> {
  const found = await ManifestModel.findOne({ workspaceId, approvalId }).sort({ _id: -1 }).lean<ManifestDoc>();
  return found && toRecord(found);
}

/** The newest approved manifest of a campaign. */
export async function findCampaignManifest(workspaceId: string, campaignId: string): Promise<StoredManifest | null> {
  const found = await ManifestModel.findOne({ workspaceId, campaignId, isApproved: true })
    .sort({ _id: -1 })
    .lean<ManifestDoc>();
  return found && toRecord(found);
}

/** Removes what was only asked for, because another plan takes its place or no one will decide about it. */
export async function deleteAskedManifests(workspaceId: string, approvalId: string): Promise<void> {
  const asked = await ManifestModel.find({ workspaceId, approvalId, isApproved: false }, { _id: 1 }).limit(100).lean();
  const ids = asked.map(({ _id }) => _id);
  if (ids.length === 0) return;
  await PersonModel.deleteMany({ workspaceId, manifestId: { $in: ids } });
  await ManifestModel.deleteMany({ workspaceId, _id: { $in: ids } });
}

/** Approved entries of these people in a campaign, newest first. */
export async function findEntries(
  workspaceId: string,
  campaignId: string,
  contactIds: string[],
): Promise<ManifestEntry[]> {
  if (contactIds.length === 0) return [];
  const found = await PersonModel.find({ workspaceId, contactId: { $in: contactIds }, campaignId, isApproved: true })
    .sort({ manifestId: -1 })
    .limit(entriesMax)
    .lean<ManifestPersonDoc[]>();
  return found.map(toRecord);
}

const entriesMax = 2_000;

/** Approved entries of messages that were approved one by one, newest first. */
export async function findEntriesOfMessages(workspaceId: string, messageIds: string[]): Promise<ManifestEntry[]> {
  if (messageIds.length === 0) return [];
  const found = await PersonModel.find({ workspaceId, 'own.messageId': { $in: messageIds } })
    .sort({ manifestId: -1 })
    .limit(entriesMax)
    .lean<ManifestPersonDoc[]>();
  return found.filter(({ isApproved }) => isApproved).map(toRecord);
}

/** People of a manifest in order, or of one of its groups. */
export async function findManifestPeople(
  workspaceId: string,
  manifestId: string,
  { groupId, afterId = '', limit }: { groupId?: string; afterId?: string; limit: number },
): Promise<ManifestEntry[]> {
  const where = { workspaceId, manifestId, ...(groupId !== undefined && { groupId }), _id: { $gt: afterId } };
  const found = await PersonModel.find(where).sort({ _id: 1 }).limit(limit).lean<ManifestPersonDoc[]>();
  return found.map(toRecord);
}

export async function findManifestPersons(
  workspaceId: string,
  manifestId: string,
  contactIds: string[],
): Promise<ManifestEntry[]> {
  const found = await PersonModel.find({ workspaceId, manifestId, contactId: { $in: contactIds } })
    .limit(entriesMax)
    .lean<ManifestPersonDoc[]>();
  return found.map(toRecord);
}

export async function findPersonBefore(
  workspaceId: string,
  manifestId: string,
  { groupId, beforeId }: { groupId: string; beforeId: string },
): Promise<ManifestEntry | null> {
  const found = await PersonModel.findOne({ workspaceId, manifestId, groupId, _id: { $lt: beforeId } })
    .sort({ _id: -1 })
    .lean<ManifestPersonDoc>();
  return found && toRecord(found);
}
