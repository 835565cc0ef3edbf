import { changeContactCounts } from '../../store/companies/company-store.ts';
import { type ContactRecord, deleteContact } from '../../store/contacts/contact-store.ts';
import { changeMemberCount } from '../../store/lists/list-store.ts';

/** Deletes the contact and updates the counts that include it. One in the trash is in no count. Call inside `run`. */
export async function removeContact(contact: ContactRecord, ctx: { workspaceId: string }): Promise<void> {
  if (await deleteContact(ctx.workspaceId, contact.id)) await countPlaces([contact], -1, ctx);
}

/** Adds contacts to the counts of their lists and companies, or takes them from there. */
export async function countPlaces(
  contacts: readonly ContactRecord[],
  by: 1 | -1,
  { workspaceId }: { workspaceId: string },
): Promise<void> {
  const listCounts = Map.groupBy(
    contacts.flatMap(({ listIds }) => listIds),
    (id) => id,
  );
  for (const [listId, of] of listCounts) await changeMemberCount(workspaceId, [listId], by * of.length);
  const companyCounts = Map.groupBy(
    contacts.flatMap(({ companyId }) => companyId ?? []),
    (id) => id,
  );
  await changeContactCounts(workspaceId, new Map([...companyCounts].map(([id, of]) => [id, by * of.length])));
}
