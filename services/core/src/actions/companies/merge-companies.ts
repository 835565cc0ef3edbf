import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import { companyEffect, companyUpdate } from '../../engine/companies/change-company.ts';
import { changesOfCompanyMerge, mergeCompany } from '../../engine/companies/merge-company.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { countedEffects } from '../../engine/context/plan.ts';
import { recordMerges, undoHint } from '../../engine/jobs/changes/record-merges.ts';
import { AppError } from '../../errors/errors.ts';
import { changeSetIdOfMerge } from '../../schema/record-parts.ts';
import { Id, Input, Named } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { CompanyView, requireCompany, toCompanyView } from './company-view.ts';
import { refuseTooManyContacts } from './delete-company.ts';

export const mergeCompanies = defineWrite({
  name: 'merge_companies',
  title: 'Merge two companies',
  summary: 'Merge two duplicate companies.',
  description:
    'Merges otherCompanyId into companyId. The kept company keeps its values and gains missing ones. Tags, ' +
    'lists, technologies, and keywords are combined, and the contacts, scores, and history of the other ' +
    'company move to it. The other company is deleted. Within 30 days, undo_change reverts the merge.',
  method: 'post',
  path: '/companies/{companyId}/merge',
  scope: 'companies:write',
  effect: 'destroy',
  input: Input({
    companyId: Id('com', 'Company to keep.'),
    otherCompanyId: Id('com', 'Company to merge and delete.'),
  }),
  output: Named('MergedCompany', Type.Object({ ...CompanyView.properties, changeSetId: changeSetIdOfMerge })),
  errors: ['not_found', 'version_conflict', 'limit_reached'],

  async plan({ companyId, otherCompanyId }, ctx) {
    if (companyId === otherCompanyId)
      throw new AppError('validation_failed', 'Give two different companies.', { field: 'otherCompanyId' });
    const kept = await requireCompany(companyId, ctx);
    const other = await requireCompany(otherCompanyId, ctx);
    checkVersion(ctx, kept);
    refuseTooManyContacts(other);
    return {
      summary: `Would merge ${companyLabel(other)} into ${companyLabel(kept)}.`,
      effects: [
        companyUpdate(kept, changesOfCompanyMerge(kept, other)),
        companyEffect('delete', other),
        ...countedEffects('update', 'contact', other.contactCount, { companyId: kept.id }),
      ],
      skipped: [],
      warnings:
        other.contactCount > 0 ? [`${counted(other.contactCount, 'contact')} move to ${companyLabel(kept)}.`] : [],
      state: { kept, other },
    };
  },

  async run(_input, { state: { kept, other } }, ctx) {
    const merged = await mergeCompany(kept, other, ctx);
    const title = `Merge ${companyLabel(other)} into ${companyLabel(kept)}`;
    const changeSetId = await recordMerges('company', title, [{ keptId: kept.id, mergedIds: [other.id] }], ctx);
    const summary = `Merged ${companyLabel(other)} into ${companyLabel(merged)}. ${undoHint(changeSetId)}`;
    return { data: { ...toCompanyView(merged), changeSetId }, summary };
  },
});
