import type { ManifestGroup, StoredManifest } from '../../../domain/approvals/manifest.ts';
import {
  findCampaignManifest,
  findManifest,
  findManifestOf,
  findManifestPeople,
  findManifestPersons,
  findPersonBefore,
  type ManifestEntry,
} from '../../../store/approvals/manifest-store.ts';
import { type ExactMessage, exactMessages } from './exact-messages.ts';
import { type GroupView, groupView } from './group-views.ts';

/** Manifest of an approval, or the stored manifest with this ID. */
export function readManifest(workspaceId: string, id: string): Promise<StoredManifest | null> {
  return id.startsWith('apr_') ? findManifestOf(workspaceId, id) : findManifest(workspaceId, id);
}

/** Groups of a manifest, with the samples of texts that are written per person. */
export async function readGroups(
  manifest: StoredManifest,
  groups: readonly ManifestGroup[],
  baseUrl: string,
): Promise<GroupView[]> {
  const ids = [...new Set(groups.flatMap(({ sampleContactIds }) => sampleContactIds))];
  const people = await findManifestPersons(manifest.workspaceId, manifest.id, ids);
  // Colleagues are no contacts, so that their groups have no samples by ID.
  const nameless = groups.some((group) => group.sampleContactIds.length === 0)
    ? await findManifestPeople(manifest.workspaceId, manifest.id, { limit: 1 })
    : [];
  return groups.map((group) =>
    groupView(
      manifest,
      group,
      [...people, ...nameless].filter(({ groupId }) => groupId === group.id),
      baseUrl,
    ),
  );
}

export interface PersonMessages {
  entry: ManifestEntry;
  messages: ExactMessage[];
}

/** Exact messages of one person, by contact. Null if the manifest does not have the person. */
export async function readPerson(
  manifest: StoredManifest,
  contactId: string,
  baseUrl: string,
): Promise<PersonMessages | null> {
  const entries = await findManifestPersons(manifest.workspaceId, manifest.id, [contactId]);
  const [entry] = entries;
  if (entry === undefined) return null;
  return { entry, messages: entries.flatMap((one) => exactMessages(manifest, one, baseUrl)) };
}

/** People of a group in order, after one of them. */
export function readPeople(
  workspaceId: string,
  manifestId: string,
  page: { groupId: string; afterId: string; limit: number },
): Promise<ManifestEntry[]> {
  return findManifestPeople(workspaceId, manifestId, page);
}

/** Contacts before and after a person in the same group. Null at its ends. */
export async function readNeighbors(
  { workspaceId, id }: StoredManifest,
  { groupId, id: personId }: ManifestEntry,
): Promise<{ previous: string | null; next: string | null }> {
  const [next] = await findManifestPeople(workspaceId, id, { groupId, afterId: personId, limit: 1 });
  const previous = await findPersonBefore(workspaceId, id, { groupId, beforeId: personId });
  return { previous: previous?.contactId ?? null, next: next?.contactId ?? null };
}

/** ID of the newest approved manifest of a campaign. */
export async function readManifestId(workspaceId: string, campaignId: string): Promise<string | null> {
  return (await findCampaignManifest(workspaceId, campaignId))?.id ?? null;
}
