import { companyLabel } from '../../domain/text/plain-text.ts';
import { companyEffect, refuseTakenDomain, requireCompanyValues } from '../../engine/companies/change-company.ts';
import { companyFactProperties, toCompanyFacts } from '../../engine/companies/company-facts.ts';
import { AppError } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { insertCompany } from '../../store/companies/company-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { CompanyView, toCompanyView } from './company-view.ts';

export const createCompany = defineWrite({
  name: 'create_company',
  title: 'Create a company',
  summary: 'Create a company.',
  description:
    'Creates a company. Needs a name or a domain. Fails with company_exists (and the existing ID) if another ' +
    'company uses the domain. Creating a contact with a companyDomain creates its company automatically.',
  method: 'post',
  path: '/companies',
  scope: 'companies:write',
  effect: 'write',
  input: Input(companyFactProperties),
  output: CompanyView,
  statuses: [201],
  errors: ['company_exists'],
  example: { name: 'Analytical Engines', domain: 'analytical.example', industry: 'Software', employeeCount: 42 },

  async plan(input, ctx) {
    const facts = toCompanyFacts(input);
    const name = facts.name ?? facts.domain;
    if (name === undefined) throw new AppError('validation_failed', 'Give a name or a domain.', { field: 'name' });
    await requireCompanyValues(facts, null, ctx);
    await refuseTakenDomain(facts.domain, ctx);
    return {
      summary: `Would create company ${name}.`,
      effects: [companyEffect('create', { name }, facts)],
      skipped: [],
      warnings: [],
      state: { ...facts, name },
    };
  },

  async run(_input, { state }, ctx) {
    const company = await insertCompany(ctx.workspaceId, state, ctx.now());
    await ctx.emit('company.created', company.id, { companyId: company.id });
    return { status: 201, data: toCompanyView(company), summary: `Created company ${companyLabel(company)}.` };
  },
});
