import { contactLabel } from '../../../domain/contacts/contact.ts';
import type { ListRecord } from '../../../store/lists/list-store.ts';
import { findNewTags } from '../../../store/lists/tag-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { countedEffects, type PlannedEffect, type Skipped } from '../../context/plan.ts';
import type { previewImport } from './preview-import.ts';
import type { SimulatedUpserts } from './simulate-upserts.ts';

type LeftRow = Awaited<ReturnType<typeof previewImport>>['left'][number];

/** Example: "row 3: Ada Lovelace". */
export function skippedRow({ row, reason, before, facts }: LeftRow): Skipped {
  const label = `row ${row}: ${contactLabel(before ?? facts)}`;
  return { ...(before && { id: before.id }), label, reason };
}

/** Counted effects of an import job. For a file that was only partly planned, only the tags for all rows are known. */
export async function importEffects(
  { counts, newCompanies, tags: usedTags, joinedCount }: SimulatedUpserts,
  { tags, list, isWhole }: { tags: string[]; list?: ListRecord; isWhole: boolean },
  ctx: ActionContext,
): Promise<PlannedEffect[]> {
  const labels = await findNewTags(ctx.workspaceId, isWhole ? usedTags : tags);
  const made = labels.map((label): PlannedEffect => ({ op: 'create', type: 'tag', label }));
  if (!isWhole) return made;
  const joined: PlannedEffect[] =
    list === undefined || joinedCount === 0
      ? []
      : [{ op: 'update', type: 'list', id: list.id, label: list.name, changes: { membersAdded: joinedCount } }];
  return [
    ...countedEffects('create', 'contact', counts.created),
    ...countedEffects('update', 'contact', counts.updated),
    ...countedEffects('create', 'company', newCompanies.length),
    ...made,
    ...joined,
  ];
}
