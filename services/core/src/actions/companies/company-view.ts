import type { Static } from 'typebox';
import { companyFields } from '../../domain/companies/company-fields.ts';
import { viewSchema } from '../../domain/fields/field-views.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { scoreViewOf } from '../../engine/scoring/score-view.ts';
import { notFound } from '../../errors/errors.ts';
import { Named } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { type CompanyRecord, findCompany } from '../../store/companies/company-store.ts';

/** Company as returned by the API. Absent values are null, and times are ISO 8601. */
export const CompanyView = Named('Company', viewSchema(companyFields));
export type CompanyView = Static<typeof CompanyView>;

export function toCompanyView(company: CompanyRecord): CompanyView {
  return viewOf(CompanyView, company, { score: scoreViewOf(company) });
}

export async function requireCompany(companyId: string, ctx: ActionContext): Promise<CompanyRecord> {
  const company = await findCompany(ctx.workspaceId, companyId);
  if (company === null) throw notFound('company', companyId);
  return company;
}
