import { addEvents } from '../store/requests/event-store.ts';
import type { ActionContext } from './action-context.ts';

/** Tells, contact by contact, that their tags or lists changed. Call inside `run`. */
export const tellOfMarks = (
  contactIds: string[],
  field: 'tags' | 'listIds',
  { workspaceId, now }: ActionContext,
): Promise<void> =>
  addEvents(
    workspaceId,
    contactIds.map((contactId) => ({
      type: 'contact.updated',
      subjectId: contactId,
      data: { contactId, fields: [field] },
    })),
    now(),
  );
