import { contactLabel } from '../../domain/contacts/contact.ts';
import { AppError } from '../../errors/errors.ts';
import { type ContactRecord, findContacts } from '../../store/contacts/contact-store.ts';
import { changeMemberCount } from '../../store/lists/list-store.ts';
import { addMarks } from '../../store/lists/record-marks-store.ts';
import { canonicalTags, ensureTags, findNewTags } from '../../store/lists/tag-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { PlannedEffect } from '../context/plan.ts';
import { requireList } from '../lists/require-list.ts';

/** Tags and list for revealed people. */
export interface Marks {
  tags?: string[];
  listId?: string;
}

export interface MarkPlan {
  effects: PlannedEffect[];
  /** Existing contacts to add to the list, or to tag. */
  joining: string[];
  tagging: string[];
}

/** Existing contacts get the tags and the list too, because the caller named them. */
export async function planMarks(
  { tags: wanted = [], listId }: Marks,
  ownedIds: string[],
  ctx: ActionContext,
): Promise<MarkPlan> {
  const tags = await canonicalTags(ctx.workspaceId, wanted);
  const listName = listId === undefined ? undefined : await requireStaticList(listId, ctx);
  const owned = listId === undefined && tags.length === 0 ? [] : await findContacts(ctx.workspaceId, ownedIds);
  const joining = listId === undefined ? [] : owned.filter(({ listIds }) => !listIds.includes(listId));
  const tagging = owned.filter((contact) => tags.some((tag) => !contact.tags.includes(tag)));
  const created = await findNewTags(ctx.workspaceId, tags);
  const update = (contact: ContactRecord, changes: Record<string, unknown>): PlannedEffect => {
    return { op: 'update', type: 'contact', id: contact.id, label: contactLabel(contact), changes };
  };
  return {
    effects: [
      ...created.map((label) => ({ op: 'create' as const, type: 'tag', label })),
      ...joining.map((contact) => update(contact, { add: listName })),
      ...tagging.map((contact) => update(contact, { tags })),
    ],
    joining: joining.map(({ id }) => id),
    tagging: tagging.map(({ id }) => id),
  };
}

async function requireStaticList(listId: string, ctx: ActionContext): Promise<string> {
  const list = await requireList(listId, ctx);
  if (list.kind === 'static' && list.memberType === 'contact') return list.name;
  throw new AppError('invalid_state', `${list.name} is no static list of contacts, so nobody can be put into it.`);
}

/** Call inside a transaction. New contacts were already tagged, listed, and counted when they were stored. */
export async function applyMarks(
  { tags: wanted = [], listId }: Marks,
  { joining, tagging }: MarkPlan,
  createdCount: number,
  { workspaceId, now, emit }: ActionContext,
): Promise<void> {
  const tags = await canonicalTags(workspaceId, wanted);
  if (tags.length > 0) await ensureTags(workspaceId, tags, now());
  if (tagging.length > 0) await addMarks(workspaceId, 'contact', tagging, 'tags', tags, now());
  const count = createdCount + joining.length;
  if (listId === undefined || count === 0) return;
  if (joining.length > 0) await addMarks(workspaceId, 'contact', joining, 'listIds', [listId], now());
  await changeMemberCount(workspaceId, [listId], joining.length);
  await emit('list.changed', listId, { listId, change: 'members_added', count });
}
