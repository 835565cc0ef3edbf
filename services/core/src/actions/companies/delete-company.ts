import { counted } from '../../domain/text/counted.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import { companyEffect } from '../../engine/companies/change-company.ts';
import { moveCompanyToTrash } from '../../engine/companies/trash-company.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { countedEffects, type PlannedEffect } from '../../engine/context/plan.ts';
import { AppError } from '../../errors/errors.ts';
import { Deleted } from '../../schema/record-parts.ts';
import { Id, Input } from '../../schema/schema.ts';
import { linkedMax } from '../../store/companies/company-links-store.ts';
import type { CompanyRecord } from '../../store/companies/company-store.ts';
import { trashDays } from '../../store/erasure/trash-store.ts';
import { findFactsAbout } from '../../store/prospects/fact-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { requireCompany } from './company-view.ts';

export function refuseTooManyContacts({ contactCount }: CompanyRecord): void {
  if (contactCount <= linkedMax) return;
  throw new AppError('limit_reached', `The company has more than ${linkedMax} contacts. Delete or move some first.`);
}

/** The contacts that lose their link. */
function unlinked(company: CompanyRecord): PlannedEffect[] {
  const effects = countedEffects('update', 'contact', company.contactCount, { companyId: null });
  return effects.map((effect) => ({ ...effect, before: { companyId: companyLabel(company) } }));
}

export const deleteCompany = defineWrite({
  name: 'delete_company',
  title: 'Delete a company',
  summary: 'Delete a company, but not its contacts.',
  description:
    'Moves a company with its facts to the trash. Its contacts are kept with their company name and domain, but are ' +
    `no longer linked. Within ${trashDays} days, restore_record restores it with its links.`,
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
    const facts = await findFactsAbout(ctx.workspaceId, { companyId });
    return {
      summary: `Would delete company ${companyLabel(company)}.`,
      effects: [
        companyEffect('delete', company),
        ...unlinked(company),
        ...countedEffects('delete', 'fact', facts.length),
      ],
      skipped: [],
      warnings:
        company.contactCount > 0 ? [`${counted(company.contactCount, 'contact')} will no longer be linked to it.`] : [],
      state: company,
    };
  },

  async run({ companyId }, { state: company }, ctx) {
    await moveCompanyToTrash(company, ctx);
    const summary = `Deleted company ${companyLabel(company)}. Within ${trashDays} days, restore_record restores it.`;
    return { data: { id: companyId, deleted: true }, summary };
  },
});
