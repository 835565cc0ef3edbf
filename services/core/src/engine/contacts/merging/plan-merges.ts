import { type ContactChanges, type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { PlannedEffect } from '../../context/plan.ts';
import { updateEffect } from '../change-contact.ts';
import { changesOfMerge, mergeEffects } from './merge-contact.ts';

export interface MergeGroup {
  contactIds: string[];
  survivorId: string;
}

export interface PlannedMerge {
  survivorId: string;
  /** Null: one of the contacts is missing. */
  contacts: { kept: ContactRecord; others: ContactRecord[] } | null;
  missingId: string | null;
  effects: PlannedEffect[];
}

/** Plans the merge of each group. A group with a missing contact is skipped. Reads only. */
export async function planMerges(groups: readonly MergeGroup[], ctx: ActionContext): Promise<PlannedMerge[]> {
  const ids = groups.flatMap(({ contactIds }) => contactIds);
  const stored = new Map((await findContacts(ctx.workspaceId, ids)).map((contact) => [contact.id, contact]));
  const planned: PlannedMerge[] = [];
  for (const { contactIds, survivorId } of groups) {
    const missingId = contactIds.find((id) => !stored.has(id)) ?? null;
    const kept = stored.get(survivorId);
    if (missingId !== null || kept === undefined) {
      planned.push({ survivorId, contacts: null, missingId, effects: [] });
      continue;
    }
    const others = contactIds.filter((id) => id !== survivorId).map((id) => stored.get(id)!);
    const effects = await effectsOf(kept, others, ctx);
    planned.push({ survivorId, contacts: { kept, others }, missingId: null, effects });
  }
  return planned;
}

/** Later merges see the values gained from earlier ones. */
async function effectsOf(kept: ContactRecord, others: ContactRecord[], ctx: ActionContext): Promise<PlannedEffect[]> {
  const effects: PlannedEffect[] = [];
  let changes: ContactChanges = {};
  for (const other of others) {
    changes = { ...changes, ...changesOfMerge({ ...kept, ...changes }, other) };
    effects.push(...(await mergeEffects(kept, other, ctx)));
  }
  return [updateEffect(kept, changes), ...effects];
}
