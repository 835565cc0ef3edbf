import { companyFields } from '../../domain/companies/company-fields.ts';
import { mergeChanges } from '../../domain/contacts/merge-records.ts';
import { counted } from '../../domain/text/counted.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import { companyEffect, companyUpdate } from '../../engine/companies/change-company.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { emitRecordChanges } from '../../engine/context/emit-record-changes.ts';
import { countedEffects } from '../../engine/context/plan.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input } from '../../schema/schema.ts';
import { moveContacts } from '../../store/companies/company-links-store.ts';
import {
  type CompanyChanges,
  changeContactCount,
  deleteCompany,
  updateCompany,
} from '../../store/companies/company-store.ts';
import { moveSubject } from '../../store/erasure/move-subject.ts';
import { changeMemberCount } from '../../store/lists/list-store.ts';
import { moveFactsOfCompany } from '../../store/prospects/fact-store.ts';
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
    'company move to it. The other company is deleted. This cannot be undone.',
  method: 'post',
  path: '/companies/{companyId}/merge',
  scope: 'companies:write',
  effect: 'destroy',
  input: Input({
    companyId: Id('com', 'Company to keep.'),
    otherCompanyId: Id('com', 'Company to merge and delete.'),
  }),
  output: CompanyView,
  errors: ['not_found', 'version_conflict', 'limit_reached'],

  async plan({ companyId, otherCompanyId }, ctx) {
    if (companyId === otherCompanyId)
      throw new AppError('validation_failed', 'Give two different companies.', { field: 'otherCompanyId' });
    const kept = await requireCompany(companyId, ctx);
    const other = await requireCompany(otherCompanyId, ctx);
    checkVersion(ctx, kept);
    refuseTooManyContacts(other);
    const changes = mergeChanges<CompanyChanges>(companyFields, kept, other);
    return {
      summary: `Would merge ${companyLabel(other)} into ${companyLabel(kept)}.`,
      effects: [
        companyUpdate(kept, changes),
        companyEffect('delete', other),
        ...countedEffects('update', 'contact', other.contactCount, { companyId: kept.id }),
      ],
      skipped: [],
      warnings:
        other.contactCount > 0 ? [`${counted(other.contactCount, 'contact')} move to ${companyLabel(kept)}.`] : [],
      state: { kept, other, changes },
    };
  },

  async run({ companyId, otherCompanyId }, { state: { kept, other, changes } }, ctx) {
    const { workspaceId, now } = ctx;
    // Delete the other company first, because the kept one may take over its domain.
    await deleteCompany(workspaceId, otherCompanyId);
    await changeMemberCount(workspaceId, other.listIds, -1);
    const joined = (changes.listIds ?? []).filter((listId) => !kept.listIds.includes(listId));
    await changeMemberCount(workspaceId, joined, 1);
    const to = { id: companyId, name: kept.name, domain: kept.domain ?? changes.domain };
    const contactIds = await moveContacts(workspaceId, otherCompanyId, to, now());
    await changeContactCount(workspaceId, companyId, contactIds.length);
    await moveFactsOfCompany(workspaceId, otherCompanyId, companyId);
    await moveSubject(workspaceId, otherCompanyId, companyId);
    const merged = (await updateCompany(workspaceId, companyId, changes, now())) ?? kept;
    const fields = Object.keys(changes);
    await ctx.emit('company.merged', companyId, { companyId, mergedId: otherCompanyId, fields });
    await emitRecordChanges('contact', contactIds, ['companyId', 'companyName', 'companyDomain'], ctx);
    return { data: toCompanyView(merged), summary: `Merged ${companyLabel(other)} into ${companyLabel(merged)}.` };
  },
});
