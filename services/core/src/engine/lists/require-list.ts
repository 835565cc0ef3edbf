import { AppError, notFound } from '../../errors/errors.ts';
import { findList, findListByName, type ListRecord } from '../../store/lists/list-store.ts';
import type { ActionContext } from '../context/action-context.ts';

export async function requireList(listId: string, ctx: ActionContext): Promise<ListRecord> {
  const list = await findList(ctx.workspaceId, listId);
  if (list === null) throw notFound('list', listId);
  return list;
}

export async function refuseTakenName(name: string, ctx: ActionContext, ownId?: string): Promise<void> {
  const existing = await findListByName(ctx.workspaceId, name);
  if (existing === null || existing.id === ownId) return;
  throw new AppError('already_exists', `A list named "${existing.name}" exists: ${existing.id}.`, {
    field: 'name',
    existingId: existing.id,
  });
}
