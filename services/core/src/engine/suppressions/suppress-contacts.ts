import { findContacts } from '../../store/contacts/contact-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { planSuppressions } from './plan-suppressions.ts';
import { storeSuppressions } from './store-suppressions.ts';

/** Suppresses the addresses of a few hundred contacts. Call inside a transaction. */
export async function suppressContacts(contactIds: string[], ctx: ActionContext): Promise<void> {
  const contacts = await findContacts(ctx.workspaceId, contactIds);
  const given = contacts.flatMap(({ email }) =>
    email === undefined ? [] : [{ text: email, read: { kind: 'address' as const, value: email } }],
  );
  if (given.length > 0)
    await storeSuppressions(await planSuppressions(given, 'manual', ctx), { reason: 'manual' }, ctx);
}
