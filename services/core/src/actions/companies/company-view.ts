import type { Static } from 'typebox';
import { Named } from '../../contract/schema.ts';
import { companyFields } from '../../domain/crm/company-fields.ts';
import { viewOf, viewSchema } from '../../domain/crm/fields/field-views.ts';
import type { ActionContext } from '../../engine/action-context.ts';
import { scoreViewOf } from '../../engine/contacts/score-view.ts';
import { notFound } from '../../errors.ts';
import { type CompanyRecord, findCompany } from '../../store/crm/company-store.ts';

/** A company as every answer shows it: absent values are null, times are ISO 8601. */
export const CompanyView = Named('Company', viewSchema(companyFields));
export type CompanyView = Static<typeof CompanyView>;

export function toCompanyView(company: CompanyRecord): CompanyView {
  return viewOf(companyFields, company, { id: company.id, score: scoreViewOf(company) });
}

export async function requireCompany(companyId: string, ctx: ActionContext): Promise<CompanyRecord> {
  const company = await findCompany(ctx.workspaceId, companyId);
  if (company === null) throw notFound('company', companyId);
  return company;
}
