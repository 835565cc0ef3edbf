import { findCompanies } from '../../store/companies/company-store.ts';
import { findContactsByExternalId } from '../../store/contacts/contact-bulk-store.ts';
import { type ContactDoc, ContactModel } from '../../store/contacts/contact-model.ts';
import { type ContactRecord, findContacts, findContactsByAddress } from '../../store/contacts/contact-store.ts';
import { stopContacts } from '../../store/erasure/contact-traces-store.ts';
import { type TrashedRecord, trashContacts, untrash } from '../../store/erasure/trash-store.ts';
import { findLists } from '../../store/lists/list-store.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { countPlaces } from './remove-contact.ts';

/** Moves contacts to the trash, and ends what was planned for them. Call inside a transaction. */
export async function moveContactsToTrash(
  contacts: readonly ContactRecord[],
  ctx: ActionContext,
  changeSetId?: string,
): Promise<void> {
  const { workspaceId, actor, now } = ctx;
  const ids = contacts.map(({ id }) => id);
  await stopContacts(workspaceId, ids, now());
  await trashContacts(workspaceId, contacts, { actor, changeSetId }, now());
  await countPlaces(contacts, -1, ctx);
  for (const contactId of ids) await ctx.emit('contact.deleted', contactId, { contactId });
}

/** States by ID. `contact_exists`: it stays in the trash, because another contact has its ID, address, or externalId. */
type Restorable = Map<string, ContactRecord | 'contact_exists'>;

/** Part of a deleted or merged record that a restore needs. */
type Former = Pick<TrashedRecord, 'id' | 'record'>;

/**
 * State of each contact after a restore, or the reason why it stays in the trash. `leaving`: contacts that give up the
 * addresses they took from these. Reads only.
 */
export async function planRestore(
  trashed: readonly Former[],
  ctx: ActionContext,
  leaving: ReadonlySet<string> = new Set(),
): Promise<Restorable> {
  const { workspaceId } = ctx;
  const former = trashed.map(({ id, record }) => ({ ...(record as ContactDoc), id }));
  const emails = former.flatMap(({ email }) => email ?? []);
  const externalIds = former.flatMap(({ externalId }) => externalId ?? []);
  const holders = emails.length === 0 ? [] : [...(await findContactsByAddress(workspaceId, emails))];
  const held = new Set(holders.flatMap(([email, { id }]) => (leaving.has(id) ? [] : email)));
  const others = (await findContactsByExternalId(workspaceId, externalIds)).filter(({ id }) => !leaving.has(id));
  const taken = new Set(others.map(({ externalId }) => externalId));
  const ids = trashed.map(({ id }) => id);
  const present = new Set((await findContacts(workspaceId, ids)).map(({ id }) => id));
  const suppressed = await findSuppressed(workspaceId, emails);
  const places = await findPlaces(former, workspaceId);
  return new Map<string, ContactRecord | 'contact_exists'>(
    former.map(({ _id, ...contact }) => {
      const { id, email, externalId } = contact;
      const isHeld = email !== undefined && held.has(email);
      const isTaken = present.has(id) || isHeld || (externalId !== undefined && taken.has(externalId));
      if (isTaken) return [id, 'contact_exists'] as const;
      const isRefused = email !== undefined && suppressed.has(email);
      const restored = { ...places(contact), ...(isRefused && { doNotContact: true }) };
      return [id, { ...restored, version: contact.version + 1, updatedAt: ctx.now() }] as const;
    }),
  );
}

/** Keeps the lists and the company that still exist. */
async function findPlaces(contacts: readonly ContactRecord[], workspaceId: string) {
  const lists = await findLists(workspaceId, [...new Set(contacts.flatMap(({ listIds }) => listIds))]);
  const companies = await findCompanies(workspaceId, [
    ...new Set(contacts.flatMap(({ companyId }) => companyId ?? [])),
  ]);
  const known = new Set([...lists, ...companies].map(({ id }) => id));
  return ({ companyId, ...contact }: ContactRecord): ContactRecord => ({
    ...contact,
    listIds: contact.listIds.filter((id) => known.has(id)),
    ...(companyId !== undefined && known.has(companyId) && { companyId }),
  });
}

/** Puts contacts back with their notes and facts. Returns those that came back. Call inside a transaction. */
export async function restoreContacts(
  trashed: readonly TrashedRecord[],
  ctx: ActionContext,
  leaving?: ReadonlySet<string>,
): Promise<ContactRecord[]> {
  const planned = await planRestore(trashed, ctx, leaving);
  const restored = [...planned.values()].filter((each) => typeof each !== 'string');
  const states = new Map(restored.map((contact) => [contact.id, contact]));
  const back = trashed.filter(({ id }) => states.has(id));
  await untrash<ContactDoc>(ctx.workspaceId, back, ContactModel, ({ _id }) => {
    const { id, ...state } = states.get(_id)!;
    return { ...state, _id: id };
  });
  await countPlaces(restored, 1, ctx);
  for (const { id: contactId } of restored) await ctx.emit('contact.restored', contactId, { contactId });
  return restored;
}
