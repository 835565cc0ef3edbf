import type { CompanyFacts } from '../../domain/crm/company.ts';
import { factChanges } from '../../domain/crm/contact-changes.ts';
import { AppError } from '../../errors.ts';
import { updateCompany as storeCompany } from '../../store/crm/company-store.ts';
import { checkVersion } from '../check-version.ts';
import { clearable } from '../contacts/changes/wanted-facts.ts';
import { defineWrite } from '../define-action.ts';
import { Id, Input } from '../schema.ts';
import { companyEffect, refuseTakenDomain } from './change-company.ts';
import { companyFactProperties, toCompanyFacts } from './company-facts.ts';
import { CompanyView, requireCompany, toCompanyView } from './company-view.ts';

const { name, technologies, keywords, ...facts } = companyFactProperties;

export const updateCompany = defineWrite({
  name: 'update_company',
  title: 'Update a company',
  summary: 'Change some fields of one company.',
  description:
    'Changes the given fields of a company and leaves the others; null removes a field, customFields are merged key by key (null removes a key). A domain that another company has is refused with its id. Send If-Match with the version to be refused when the company has changed since you read it.',
  method: 'patch',
  path: '/companies/{companyId}',
  scope: 'companies:write',
  effect: 'write',
  input: Input({ companyId: Id('com', 'The company.'), name, technologies, keywords, ...clearable(facts) }),
  output: CompanyView,
  errors: ['not_found', 'company_exists', 'invalid_state', 'version_conflict'],

  async plan({ companyId, ...raw }, ctx) {
    const before = await requireCompany(companyId, ctx);
    checkVersion(ctx, before);
    const entries = Object.entries(raw);
    const given = toCompanyFacts(Object.fromEntries(entries.filter(([, value]) => value !== null)) as CompanyFacts);
    const cleared = Object.fromEntries(entries.filter(([, value]) => value === null));
    const changes = factChanges(before, { ...given, ...cleared }) as CompanyFacts;
    if ('domain' in changes && changes.domain === undefined && before.contactCount > 0)
      throw new AppError('invalid_state', 'A company with contacts keeps its domain.', { field: 'domain' });
    await refuseTakenDomain(changes.domain, ctx, companyId);
    return {
      summary: `Would change company ${before.name}.`,
      cost: 0,
      effects: Object.keys(changes).length > 0 ? [companyEffect('update', before, changes)] : [],
      skipped: [],
      warnings: [],
      state: { before, changes },
    };
  },

  async run({ companyId }, { state: { before, changes } }, ctx) {
    const isChanged = Object.keys(changes).length > 0;
    const company = isChanged ? await storeCompany(ctx.workspaceId, companyId, changes, ctx.now()) : before;
    return { data: toCompanyView(company ?? before), summary: `Changed company ${before.name}.` };
  },
});
