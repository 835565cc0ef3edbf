import { companyFields } from '../../../domain/companies/company-fields.ts';
import { companyLabel } from '../../../domain/text/plain-text.ts';
import type { CompanyDoc } from '../../../store/companies/company-model.ts';
import {
  type CompanyChanges,
  type CompanyRecord,
  countCompanies,
  findCompanies,
  findCompaniesByDomain,
  streamCompanies,
  updateCompany,
} from '../../../store/companies/company-store.ts';
import { toRecord } from '../../../store/documents/define-model.ts';
import type { TrashedRecord } from '../../../store/erasure/trash-store.ts';
import { companyUpdate } from '../../companies/change-company.ts';
import { companySelectionQuery, wayOfCompanies } from '../../companies/company-selection.ts';
import { mergeCompany } from '../../companies/merge-company.ts';
import { restoreCompany } from '../../companies/restore-company.ts';
import { splitCompany } from '../../companies/split-company.ts';
import { moveCompanyToTrash } from '../../companies/trash-company.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { ChangeKind, Restorable } from './change-kind.ts';

export const companyKind: ChangeKind<CompanyRecord> = {
  type: 'company',
  find: findCompanies,
  label: companyLabel,
  updateEffect: companyUpdate,
  wayOf: wayOfCompanies,
  planRestore,
  weight: ({ contactCount }) => contactCount,
  fields: companyFields,
  merge: mergeCompany,
  split: splitCompany,

  async count(selection, limit, ctx) {
    return countCompanies(ctx.workspaceId, await companySelectionQuery(selection, ctx), limit);
  },

  async *stream(selection, afterId, ctx) {
    yield* streamCompanies(ctx.workspaceId, await companySelectionQuery(selection, ctx), afterId);
  },

  async apply({ id: companyId }, changes: CompanyChanges, ctx) {
    await updateCompany(ctx.workspaceId, companyId, changes, ctx.now());
    await ctx.emit('company.updated', companyId, { companyId, fields: Object.keys(changes) });
  },

  async moveToTrash(companies, ctx, changeSetId) {
    for (const company of companies) await moveCompanyToTrash(company, ctx, changeSetId);
  },

  async restore(trashed, ctx) {
    const planned = await planRestore(trashed, ctx);
    const back = trashed.filter(({ id }) => typeof planned.get(id) !== 'string');
    for (const one of back) await restoreCompany(one, ctx);
    return back.map(({ id }) => id);
  },
};

/** A company whose domain another company has now stays in the trash. */
async function planRestore(
  trashed: readonly Pick<TrashedRecord, 'id' | 'record'>[],
  { workspaceId }: ActionContext,
  leaving: ReadonlySet<string> = new Set(),
): Promise<Map<string, Restorable<CompanyRecord>>> {
  const companies = trashed.map(({ record }) => toRecord(record as CompanyDoc));
  const domains = companies.flatMap(({ domain }) => domain ?? []);
  const holders = (await findCompaniesByDomain(workspaceId, domains)).filter(({ id }) => !leaving.has(id));
  const taken = new Set(holders.map(({ domain }) => domain));
  const present = await findCompanies(workspaceId, [...companies.map(({ id }) => id)]);
  const presentIds = new Set(present.map(({ id }) => id));
  return new Map(
    companies.map((company) => {
      const { id, domain } = company;
      const isTaken = presentIds.has(id) || (domain !== undefined && taken.has(domain));
      return [id, isTaken ? ('company_exists' as const) : company];
    }),
  );
}
