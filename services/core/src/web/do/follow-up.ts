import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import { actionHref } from './action-link.ts';

/** Page that a result leads to, besides the one that the person came from: a closed request for erasure to the erasure. */
export function followUpOf({ name }: AnyWriteAction, data: Record<string, unknown> | undefined): string | undefined {
  const isErasure = name === 'complete_task' && data?.type === 'privacy' && typeof data.contactId === 'string';
  return isErasure ? actionHref('erase_contact', { contactId: String(data.contactId) }, '/app/tasks') : undefined;
}
