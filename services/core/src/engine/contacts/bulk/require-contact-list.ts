import { AppError, notFound } from '../../../errors/errors.ts';
import { findList, type ListRecord } from '../../../store/lists/list-store.ts';
import type { ActionContext } from '../../context/action-context.ts';

/** Static list of contacts that new contacts are added to. */
export async function requireContactList(listId: string, ctx: ActionContext): Promise<ListRecord> {
  const list = await findList(ctx.workspaceId, listId);
  if (list === null) throw notFound('list', listId);
  if (list.kind === 'static' && list.memberType === 'contact') return list;
  throw new AppError('invalid_state', 'Only a static list of contacts takes members.', { field: 'listId' });
}
