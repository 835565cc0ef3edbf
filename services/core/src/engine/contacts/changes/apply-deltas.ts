import { afterDelta, type ContactDelta, isEmptyDelta } from '../../../domain/contacts/changes/contact-delta.ts';
import type { ContactRecord } from '../../../store/contacts/contact-store.ts';
import { addChangedContacts } from '../../../store/events/changes/change-set-store.ts';
import { changeMemberCount, findLists } from '../../../store/lists/list-store.ts';
import { ensureTags } from '../../../store/lists/tag-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { applyChanges } from '../change-contact.ts';

export interface ContactAndDelta {
  contact: ContactRecord;
  delta: ContactDelta;
}

/** Members of the contact that the delta sets, for plans and for the store. */
export function changesOfDelta(contact: ContactRecord, delta: ContactDelta) {
  const after = afterDelta(contact, delta);
  const changed = Object.keys(delta).map((name) => [name, after[name as keyof typeof after]]);
  // Undoing the stage later keeps doNotContact.
  const isRefused = delta.stage?.after === 'do_not_contact' && !contact.doNotContact;
  return { ...Object.fromEntries(changed), ...(isRefused && { doNotContact: true }) } as Partial<ContactRecord>;
}

/** Applies changes to contacts and keeps the former values in a change set. Call in the transaction of a batch. */
export async function applyDeltas(
  changes: readonly ContactAndDelta[],
  changeSetId: string,
  ctx: ActionContext,
): Promise<void> {
  const { workspaceId, now } = ctx;
  const changed = (await withoutDeletedLists(changes, workspaceId)).filter(({ delta }) => !isEmptyDelta(delta));
  const tags = [...new Set(changed.flatMap(({ delta }) => delta.tags?.added ?? []))];
  if (tags.length > 0) await ensureTags(workspaceId, tags, now());
  for (const { contact, delta } of changed) await applyChanges(contact, changesOfDelta(contact, delta), ctx);
  for (const change of ['added', 'removed'] as const) await countMembers(changed, change, ctx);
  const kept = changed.map(({ contact, delta }) => ({ contactId: contact.id, delta }));
  await addChangedContacts(workspaceId, changeSetId, kept, now());
}

/** A list that was deleted in the meantime gets no contacts. */
async function withoutDeletedLists(
  changes: readonly ContactAndDelta[],
  workspaceId: string,
): Promise<ContactAndDelta[]> {
  const ids = [...new Set(changes.flatMap(({ delta }) => delta.listIds?.added ?? []))];
  if (ids.length === 0) return [...changes];
  const existing = new Set((await findLists(workspaceId, ids)).map(({ id }) => id));
  return changes.map(({ contact, delta }) => {
    const { listIds, ...rest } = delta;
    const added = listIds?.added.filter((id) => existing.has(id)) ?? [];
    const removed = listIds?.removed ?? [];
    const isLeft = added.length + removed.length > 0;
    return { contact, delta: { ...rest, ...(isLeft && { listIds: { added, removed } }) } };
  });
}

async function countMembers(
  changed: readonly ContactAndDelta[],
  change: 'added' | 'removed',
  ctx: ActionContext,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const listId of changed.flatMap(({ delta }) => delta.listIds?.[change] ?? []))
    counts.set(listId, (counts.get(listId) ?? 0) + 1);
  for (const [listId, count] of counts) {
    await changeMemberCount(ctx.workspaceId, [listId], change === 'added' ? count : -count);
    await ctx.emit('list.changed', listId, { listId, change: `members_${change}`, count });
  }
}
