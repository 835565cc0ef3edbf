import type { Manifest, ManifestPerson } from '../../../domain/approvals/manifest.ts';
import type { CheckedSentence } from '../../../domain/messages/claims/checked-sentence.ts';
import { takeSlices } from '../../../process/give-way.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { findPeople } from '../../campaigns/campaign-people.ts';
import { knownRecipients } from '../../fields/claims/evidence.ts';
import { claimsIn } from '../../fields/claims/unsupported.ts';
import { type ExactMessage, exactMessages } from './exact-messages.ts';

const peopleAtOnce = 500;

/** True if parts of the person's messages belong to them alone. */
function isPersonal({ contactId, fixed, own }: ManifestPerson): boolean {
  return contactId !== null && (fixed.length > 0 || own.length > 0);
}

/**
 * Counts, for each person with a text of their own, the sentences about them that no source supports. People and groups
 * with such sentences come first. The messages and the digest stay the same.
 */
export async function flagClaims(manifest: Manifest, workspace: WorkspaceRecord): Promise<Manifest> {
  const personal = manifest.people.filter(isPersonal);
  const counts = new Map<ManifestPerson, number>();
  const giveWay = takeSlices();
  const shown = { ...manifest, createdAt: new Date() };
  for (let start = 0; start < personal.length; start += peopleAtOnce) {
    const part = personal.slice(start, start + peopleAtOnce);
    const contactIds = part.map(({ contactId }) => contactId!);
    const known = await recipientsBy(contactIds, workspace);
    for (const entry of part) {
      const recipient = known.get(entry.contactId!);
      if (recipient === undefined) continue;
      const claims = exactMessages(shown, entry, '').flatMap(({ written }) => claimsIn(written, recipient));
      counts.set(entry, claims.filter(isUnsupported).length);
      await giveWay();
    }
  }
  return ordered(manifest, counts);
}

async function recipientsBy(contactIds: string[], workspace: WorkspaceRecord) {
  const people = await findPeople(workspace.id, contactIds);
  return knownRecipients([...people.values()], { workspaceId: workspace.id, workspace });
}

function isUnsupported({ verdict }: CheckedSentence): boolean {
  return verdict === 'unsupported';
}

function ordered(manifest: Manifest, counts: ReadonlyMap<ManifestPerson, number>): Manifest {
  const people = manifest.people.map((entry) => ({ ...entry, unsupportedCount: counts.get(entry) ?? 0 }));
  const flagged = people.filter(({ unsupportedCount }) => unsupportedCount > 0);
  if (flagged.length === 0) return manifest;
  const groups = manifest.groups.map((group) => {
    const own = flagged.filter(({ groupId }) => groupId === group.id);
    const samples = [...own.flatMap(({ contactId }) => contactId ?? []), ...group.sampleContactIds];
    const sampleContactIds = [...new Set(samples)].slice(0, Math.max(1, group.sampleContactIds.length));
    return { ...group, sampleContactIds, unsupportedCount: own.length };
  });
  return {
    ...manifest,
    groups: groups.sort((one, other) => other.unsupportedCount - one.unsupportedCount),
    people: people.sort((one, other) => Number(other.unsupportedCount > 0) - Number(one.unsupportedCount > 0)),
  };
}

/** Sentences about one person in their messages, with what supports them, by message. */
export async function claimsOf(
  contactId: string,
  messages: readonly ExactMessage[],
  workspace: WorkspaceRecord,
): Promise<CheckedSentence[][]> {
  const recipient = (await recipientsBy([contactId], workspace)).get(contactId);
  return messages.map(({ written }) => (recipient === undefined ? [] : claimsIn(written, recipient)));
}
