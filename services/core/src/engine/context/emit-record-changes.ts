import { addEvents, type NewEvent } from '../../store/events/event-store.ts';
import type { ActionContext } from './action-context.ts';

/** Emits one event per record about changes of these fields. Call inside `run`. */
export function emitRecordChanges(
  type: 'contact' | 'company',
  ids: string[],
  fields: string[],
  { workspaceId, now }: Pick<ActionContext, 'workspaceId' | 'now'>,
): Promise<void> {
  const events = ids.map((id): NewEvent => {
    return type === 'contact'
      ? { type: 'contact.updated', subjectId: id, data: { contactId: id, fields } }
      : { type: 'company.updated', subjectId: id, data: { companyId: id, fields } };
  });
  return addEvents(workspaceId, events, now());
}
