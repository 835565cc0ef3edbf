import type { CompanyFacts } from '../../domain/companies/company.ts';
import { shownChanges } from '../../domain/contacts/contact-changes.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import { AppError } from '../../errors/errors.ts';
import { type CompanyRecord, findCompanyByDomain } from '../../store/companies/company-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { PlannedEffect } from '../context/plan.ts';
import { plannedUpdate } from '../context/planned-update.ts';
import { customFieldsFor, requireCustomValues } from '../fields/custom-fields.ts';
import { requireOwner } from '../members/require-owner.ts';

/** Rejects a domain that another company of the workspace uses. */
export async function refuseTakenDomain(domain: string | undefined, ctx: ActionContext, ownId?: string): Promise<void> {
  if (domain === undefined) return;
  const existing = await findCompanyByDomain(ctx.workspaceId, domain);
  if (existing === null || existing.id === ownId) return;
  throw new AppError('company_exists', `A company with the domain ${domain} exists: ${existing.id}.`, {
    field: 'domain',
    existingId: existing.id,
  });
}

/** Throws if a custom field value or the owner of a company is invalid. */
export async function requireCompanyValues(
  after: Pick<CompanyFacts, 'customFields' | 'ownerId'>,
  before: Pick<CompanyFacts, 'customFields' | 'ownerId'> | null,
  ctx: ActionContext,
): Promise<void> {
  requireCustomValues(await customFieldsFor('company', [after], ctx), after.customFields, before?.customFields);
  const { ownerId } = after;
  if (ownerId && ownerId !== before?.ownerId) await requireOwner(ctx.workspaceId, ownerId, 'ownerId');
}

export function companyUpdate(before: CompanyRecord, changes: CompanyFacts | object): PlannedEffect {
  return plannedUpdate({ type: 'company', id: before.id, label: companyLabel(before), before, changes });
}

export function companyEffect(
  op: 'create' | 'delete',
  company: Pick<CompanyRecord, 'name'> & { id?: string },
  changes?: CompanyFacts | object,
): PlannedEffect {
  return {
    op,
    type: 'company',
    ...(company.id !== undefined && { id: company.id }),
    label: companyLabel(company),
    ...(changes && { changes: shownChanges(changes) }),
  };
}
