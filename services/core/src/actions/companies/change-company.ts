import type { CompanyFacts } from '../../domain/crm/company.ts';
import { shownChanges } from '../../domain/crm/contact-changes.ts';
import { AppError } from '../../errors.ts';
import { type CompanyRecord, findCompanyByDomain } from '../../store/crm/company-store.ts';
import type { ActionContext } from '../action-context.ts';
import type { PlannedEffect } from '../define-action.ts';

/** A domain belongs to one company of the workspace. */
export const refuseTakenDomain = async (
  domain: string | undefined,
  ctx: ActionContext,
  ownId?: string,
): Promise<void> => {
  if (domain === undefined) return;
  const existing = await findCompanyByDomain(ctx.workspaceId, domain);
  if (existing === null || existing.id === ownId) return;
  throw new AppError('company_exists', `A company with the domain ${domain} exists: ${existing.id}.`, {
    field: 'domain',
    existingId: existing.id,
  });
};

export const companyEffect = (
  op: 'create' | 'update' | 'delete',
  company: Pick<CompanyRecord, 'name'> & { id?: string },
  changes?: CompanyFacts | object,
): PlannedEffect => ({
  op,
  type: 'company',
  ...(company.id !== undefined && { id: company.id }),
  label: company.name,
  ...(changes && { changes: shownChanges(changes) }),
});
