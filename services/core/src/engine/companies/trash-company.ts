import { unlinkContacts } from '../../store/companies/company-links-store.ts';
import type { CompanyRecord } from '../../store/companies/company-store.ts';
import { trashCompany } from '../../store/erasure/trash-store.ts';
import { changeMemberCount } from '../../store/lists/list-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { emitRecordChanges } from '../context/emit-record-changes.ts';

/** Moves a company with its facts to the trash, and detaches its contacts. Call inside a transaction. */
export async function moveCompanyToTrash(
  company: CompanyRecord,
  ctx: ActionContext,
  changeSetId: string | null = null,
): Promise<void> {
  const { workspaceId, actor, now } = ctx;
  const { id: companyId, listIds } = company;
  const linkedIds = await unlinkContacts(workspaceId, companyId, now());
  await trashCompany(workspaceId, company, { actor, linkedIds, changeSetId }, now());
  await changeMemberCount(workspaceId, listIds, -1);
  await ctx.emit('company.deleted', companyId, { companyId });
  await emitRecordChanges('contact', linkedIds, ['companyId'], ctx);
}
