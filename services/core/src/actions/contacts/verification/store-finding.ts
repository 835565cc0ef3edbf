import { type ContactRecord, updateContactFields } from '../../../store/crm/contact-store.ts';
import { type Finding, saveFinding } from '../../../store/prospects/verification-cache-store.ts';
import type { ActionContext } from '../../action-context.ts';

/** Writes what was found out about an address onto its contact and into the cache. Call inside a transaction. */
export const storeFinding = async (
  contact: ContactRecord,
  email: string,
  { status, reason, provider, checkedAt }: Finding,
  ctx: ActionContext,
): Promise<ContactRecord | null> => {
  const { workspaceId, config, now } = ctx;
  await saveFinding(workspaceId, email, { status, reason, provider, checkedAt }, config.secretKey);
  const changes = { emailStatus: status, emailStatusCheckedAt: checkedAt };
  const changed = await updateContactFields(workspaceId, contact.id, changes, now());
  if (changed !== null)
    await ctx.emit('contact.updated', contact.id, { contactId: contact.id, fields: ['emailStatus'] });
  return changed;
};
