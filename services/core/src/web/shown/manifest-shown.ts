import type { ManifestDifference, ManifestGroup, StoredManifest } from '../../domain/approvals/manifest.ts';
import { fromMinutes } from '../../domain/campaigns/sequence-step.ts';
import { isWrittenVariant } from '../../domain/campaigns/written-text.ts';
import { fromOf } from '../../engine/approvals/manifest/exact-messages.ts';
import type { GroupView } from '../../engine/approvals/manifest/group-views.ts';
import { readGroups, readPeople } from '../../engine/approvals/manifest/read-manifest.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { waitInWords } from './wait-words.ts';
import { wordsOf } from './words.ts';

/** People listed in a group. Others are on further pages. */
const peopleMax = 50;

/** A part of the page, and the place in its list of people. */
export interface ManifestView {
  /** Address of the page, without its query. */
  path: string;
  baseUrl: string;
  /** Group whose people are listed after this place. */
  after?: { groupId: string; personId: string };
}

/** A manifest for the page: every group with all its texts, and its people. */
export async function manifestShown(
  manifest: StoredManifest,
  { path, baseUrl, after }: ManifestView,
  differences: readonly ManifestDifference[] = [],
) {
  const groups = await readGroups(manifest, manifest.groups, baseUrl);
  const shown = await Promise.all(
    groups.map(async (group, index) => {
      const from = after?.groupId === group.id ? after.personId : '';
      const { people, more } = await peopleShown(manifest, manifest.groups[index]!, from);
      const moreHref = more === null ? null : `${path}?group=${group.id}&after=${encodeURIComponent(more)}`;
      return { ...group, texts: textsShown(group, manifest), branch: branchOf(group), people, moreHref };
    }),
  );
  return {
    path,
    groups: shown,
    mailboxes: manifest.mailboxes.map((mailbox) => ({ sender: fromOf(mailbox), replyTo: mailbox.replyTo })),
    differences: differencesShown(differences),
  };
}

/** Groups of a plan that is not stored yet, without their people. */
export function plannedManifest(
  { groups }: { groups: readonly GroupView[] },
  differences: readonly ManifestDifference[],
) {
  return {
    path: '',
    groups: groups.map((group) => {
      const ids = [...new Set(group.steps.map(({ stepId }) => stepId))];
      const steps = ids.map((id) => ({ id, texts: group.steps.filter(({ stepId }) => stepId === id) }));
      const texts = group.steps.map((text) => ({ ...text, title: titleIn(steps, text), ...waitOf(text, group) }));
      return { ...group, texts, branch: branchOf(group), people: [], moreHref: null };
    }),
    mailboxes: [],
    differences: differencesShown(differences),
  };
}

function differencesShown(differences: readonly ManifestDifference[]) {
  return differences.map((one) => ({ ...one, name: wordsOf(one.field), count: one.messages.length }));
}

function waitOf({ stepId }: GroupView['steps'][number], { times }: GroupView) {
  const minutes = times.waits.find((wait) => wait.stepId === stepId)?.waitMinutes ?? 0;
  return minutes > 0 ? { wait: `after ${waitInWords(fromMinutes(minutes))}` } : {};
}

async function peopleShown({ workspaceId, id }: StoredManifest, group: ManifestGroup, afterId: string) {
  const found = await readPeople(workspaceId, id, { groupId: group.id, afterId, limit: peopleMax + 1 });
  const people = found.slice(0, peopleMax).filter(({ contactId }) => contactId !== null);
  const names = await namesOfRecords(
    workspaceId,
    people.flatMap(({ contactId }) => contactId ?? []),
  );
  const more = found.length > peopleMax ? found[peopleMax - 1]!.id : null;
  return {
    people: people.map(({ contactId, to, unsupportedCount = 0 }) => ({
      contactId,
      to,
      name: names.get(contactId ?? '') ?? to,
      unsupportedCount,
    })),
    more,
  };
}

function branchOf({ steps }: GroupView): string {
  return [...new Set(steps.map(({ branch }) => branch).filter((branch) => branch !== ''))].join('; ');
}

/** Title of a text, such as "Step 2, variant B". */
export function titleIn(
  steps: readonly { id: string | null; texts: readonly unknown[] }[],
  { stepId, variantId }: { stepId: string | null; variantId: string | null },
): string {
  const index = stepId === null ? -1 : steps.findIndex(({ id }) => id === stepId);
  if (index < 0) return 'Message';
  if (isWrittenVariant(variantId)) return `Step ${index + 1}, written for one person`;
  const hasVariants = steps[index]!.texts.length > 1;
  return hasVariants ? `Step ${index + 1}, variant ${variantId}` : `Step ${index + 1}`;
}

function textsShown(group: GroupView, { steps }: StoredManifest) {
  return group.steps.map((text) => ({ ...text, title: titleIn(steps, text), ...waitOf(text, group) }));
}
