import type { CompanyFacts } from '../../domain/companies/company.ts';
import { factChanges } from '../../domain/contacts/contact-changes.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import { companyUpdate, refuseTakenDomain, requireCompanyValues } from '../../engine/companies/change-company.ts';
import { companyUpdateProperties, toCompanyFacts } from '../../engine/companies/company-facts.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { changesInWords } from '../../engine/context/planned-update.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { updateCompany as storeCompany } from '../../store/companies/company-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { CompanyView, requireCompany, toCompanyView } from './company-view.ts';

export const updateCompany = defineWrite({
  name: 'update_company',
  title: 'Update a company',
  summary: 'Change fields of one company.',
  description:
    'Changes the given fields of a company and keeps the others. null clears a field. customFields are merged ' +
    'by key (null removes a key). Fails with the existing ID if another company uses the domain. Send ' +
    'If-Match with the version to reject the change if the company has changed since you read it.',
  method: 'patch',
  path: '/companies/{companyId}',
  scope: 'companies:write',
  effect: 'write',
  input: Input({ companyId: Id('com', 'The company.'), ...companyUpdateProperties }),
  output: CompanyView,
  errors: ['not_found', 'company_exists', 'invalid_state', 'version_conflict'],

  async plan({ companyId, ...raw }, ctx) {
    const before = await requireCompany(companyId, ctx);
    checkVersion(ctx, before);
    const changes: CompanyFacts = factChanges(before, toCompanyFacts(raw));
    if ('domain' in changes && changes.domain === undefined && before.contactCount > 0)
      throw new AppError('invalid_state', 'A company with contacts keeps its domain.', { field: 'domain' });
    await requireCompanyValues(changes, before, ctx);
    await refuseTakenDomain(changes.domain, ctx, companyId);
    const isChanged = Object.keys(changes).length > 0;
    const update = companyUpdate(before, changes);
    return {
      summary: isChanged
        ? `Would change company ${companyLabel(before)}: ${changesInWords(update)}.`
        : 'Would change nothing.',
      effects: isChanged ? [update] : [],
      skipped: [],
      warnings: [],
      state: { before, changes },
    };
  },

  async run({ companyId }, { state: { before, changes } }, ctx) {
    if (Object.keys(changes).length === 0) return { data: toCompanyView(before), summary: 'Nothing to change.' };
    const company = await storeCompany(ctx.workspaceId, companyId, changes, ctx.now());
    await ctx.emit('company.updated', companyId, { companyId, fields: Object.keys(changes) });
    return { data: toCompanyView(company ?? before), summary: `Changed company ${companyLabel(before)}.` };
  },
});
