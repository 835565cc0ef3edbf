import { linkContacts } from '../../store/companies/company-links-store.ts';
import { type CompanyDoc, CompanyModel } from '../../store/companies/company-model.ts';
import { type TrashedRecord, untrash } from '../../store/erasure/trash-store.ts';
import { changeMemberCount, findLists } from '../../store/lists/list-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { emitRecordChanges } from '../context/emit-record-changes.ts';

/** Puts a company back with its facts, and links its former contacts that have no other company. Call inside `run`. */
export async function restoreCompany(trashed: TrashedRecord, ctx: ActionContext): Promise<void> {
  const { workspaceId, now } = ctx;
  const former = trashed.record as CompanyDoc;
  const listIds = (await findLists(workspaceId, former.listIds)).map(({ id }) => id);
  const contactIds = await linkContacts(workspaceId, trashed.id, trashed.linkedIds, now());
  await untrash<CompanyDoc>(workspaceId, [trashed], CompanyModel, (record) => ({
    ...record,
    listIds,
    contactCount: contactIds.length,
    version: record.version + 1,
    updatedAt: now(),
  }));
  await changeMemberCount(workspaceId, listIds, 1);
  await ctx.emit('company.restored', trashed.id, { companyId: trashed.id });
  await emitRecordChanges('contact', contactIds, ['companyId'], ctx);
}
