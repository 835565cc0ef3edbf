import { statusAt } from '../../domain/contacts/invented-person.ts';
import { type ContactRecord, updateContactFields } from '../../store/contacts/contact-store.ts';
import { saveFinding, type VerificationFinding } from '../../store/contacts/verification/verification-cache-store.ts';
import type { ActionContext } from '../context/action-context.ts';

/** Stores a verification result on the contact and in the cache. Call inside a transaction. */
export async function storeFinding(
  contact: ContactRecord,
  email: string,
  { status: found, reason, provider, checkedAt }: VerificationFinding,
  ctx: ActionContext,
): Promise<ContactRecord | null> {
  const { workspaceId, now } = ctx;
  const status = statusAt(email, found, ctx.config);
  await saveFinding(workspaceId, email, { status, reason, provider, checkedAt });
  const changes = { emailStatus: status, emailStatusCheckedAt: checkedAt };
  const changed = await updateContactFields(workspaceId, contact.id, changes, now());
  if (changed !== null)
    await ctx.emit('contact.updated', contact.id, { contactId: contact.id, fields: ['emailStatus'] });
  return changed;
}
