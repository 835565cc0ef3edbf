import { given } from '../../domain/values/given.ts';
import { EnrollmentModel } from '../campaigns/enrollment-model.ts';
import { linkedMax } from '../companies/company-links-store.ts';
import { ContactModel } from '../contacts/contact-model.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';
import { FactModel } from '../prospects/fact-store.ts';
import type { MovedContact } from './merge-store.ts';
import { type Move, type MovedReferences, moveReferences } from './moved-references.ts';

/** Moves the contacts, enrollments, and facts of one company to another. Returns the contacts as they were. */
export async function moveContacts(
  move: Move,
  to: { name: string; domain?: string },
  now: Date,
): Promise<{ contacts: MovedContact[]; moved: MovedReferences[] }> {
  const { workspaceId, fromId, toId } = move;
  const linked = { workspaceId, companyId: fromId };
  const found = await ContactModel.find(linked, { companyName: 1, companyDomain: 1 }).limit(linkedMax).lean();
  const company = { companyId: toId, companyName: to.name, ...(to.domain && { companyDomain: to.domain }) };
  await ContactModel.updateMany(linked, { $set: { ...company, updatedAt: now }, $inc: { version: 1 } });
  const moved = [
    ...(await moveReferences(EnrollmentModel, 'companyId', move)),
    ...(await moveReferences(FactModel, 'companyId', move)),
  ];
  const contacts = found.map(({ _id: id, companyName, companyDomain }) => ({
    id,
    ...given({ companyName, companyDomain }),
  }));
  return { contacts, moved };
}

/**
 * Gives a company its former contacts back, with their former company details, if they still belong to the company it
 * was merged into. Returns their IDs.
 */
export async function takeContactsBack(
  { workspaceId, fromId, toId }: Move,
  contacts: readonly MovedContact[],
  now: Date,
): Promise<string[]> {
  const ids = contacts.map(({ id }) => id);
  const found = await ContactModel.find({ workspaceId, _id: { $in: ids }, companyId: toId }, { _id: 1 })
    .limit(linkedMax)
    .lean();
  const present = new Set(found.map(({ _id }) => _id));
  const groups = Map.groupBy(
    contacts.filter(({ id }) => present.has(id)),
    ({ companyName, companyDomain }) => JSON.stringify([companyName, companyDomain]),
  );
  for (const alike of groups.values()) {
    const { companyName, companyDomain } = alike[0]!;
    const _id = { $in: alike.map(({ id }) => id) };
    const update = setAndUnset({ companyId: fromId, companyName, companyDomain, updatedAt: now });
    await ContactModel.updateMany({ workspaceId, _id }, { ...update, $inc: { version: 1 } });
  }
  return [...present];
}
