import { AppError } from '../../errors.ts';
import { linkedMax, unlinkContacts } from '../../store/crm/company-links-store.ts';
import { type CompanyRecord, deleteCompany as removeCompany } from '../../store/crm/company-store.ts';
import { changeMemberCount } from '../../store/crm/list-store.ts';
import { checkVersion } from '../check-version.ts';
import { defineWrite } from '../define-action.ts';
import { Deleted } from '../record-parts.ts';
import { Id, Input } from '../schema.ts';
import { companyEffect } from './change-company.ts';
import { requireCompany } from './company-view.ts';

export const refuseTooManyContacts = ({ contactCount }: CompanyRecord): void => {
  if (contactCount <= linkedMax) return;
  throw new AppError('limit_reached', `The company has more than ${linkedMax} contacts: delete or move some first.`);
};

export const deleteCompany = defineWrite({
  name: 'delete_company',
  title: 'Delete a company',
  summary: 'Delete a company, not its contacts.',
  description:
    'Deletes a company. Its contacts stay, with the company name and domain that they carry, but are no longer linked.',
  method: 'delete',
  path: '/companies/{companyId}',
  scope: 'companies:write',
  effect: 'destroy',
  input: Input({ companyId: Id('com', 'The company.') }),
  output: Deleted,
  errors: ['not_found', 'version_conflict', 'limit_reached'],

  async plan({ companyId }, ctx) {
    const company = await requireCompany(companyId, ctx);
    checkVersion(ctx, company);
    refuseTooManyContacts(company);
    return {
      summary: `Would delete company ${company.name}.`,
      cost: 0,
      effects: [companyEffect('delete', company)],
      skipped: [],
      warnings: company.contactCount > 0 ? [`${company.contactCount} contacts are no longer linked to it.`] : [],
      state: company,
    };
  },

  async run({ companyId }, { state: company }, ctx) {
    await removeCompany(ctx.workspaceId, companyId);
    await unlinkContacts(ctx.workspaceId, companyId, ctx.now());
    await changeMemberCount(ctx.workspaceId, company.listIds, -1);
    return { data: { id: companyId, deleted: true }, summary: `Deleted company ${company.name}.` };
  },
});
