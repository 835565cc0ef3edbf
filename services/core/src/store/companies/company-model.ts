import { companyFields } from '../../domain/companies/company-fields.ts';
import { customWords } from '../../domain/fields/custom-fields.ts';
import { searchWordsOf } from '../../domain/fields/search-words.ts';
import type { ContactScore } from '../contacts/contact-model.ts';
import { type DocOf, defineModel, type RecordOf, stored } from '../documents/define-model.ts';
import { pathsOf } from '../documents/field-paths.ts';
import { object, optional, string, strings, withDefault } from '../documents/paths.ts';

export type CompanyDoc = DocOf<typeof CompanyModel>;
export type CompanyRecord = RecordOf<CompanyDoc>;

export const CompanyModel = defineModel(
  'Company',
  'companies',
  stored({
    workspaceId: string,
    ...pathsOf(companyFields),
    score: optional(object<ContactScore>()),
    /** Search tokens matched by q and by filters on custom fields. Maintained by the store. */
    searchWords: withDefault(strings, []),
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, domain: 1 }, { unique: true, partialFilterExpression: { domain: { $exists: true } } })
    .index({ workspaceId: 1, name: 1, _id: 1 })
    .index({ workspaceId: 1, tags: 1, _id: 1 })
    .index({ workspaceId: 1, listIds: 1, _id: 1 })
    .index({ workspaceId: 1, ownerId: 1, _id: 1 })
    .index({ workspaceId: 1, industry: 1, _id: 1 })
    .index({ workspaceId: 1, employeeRange: 1, _id: 1 })
    .index({ workspaceId: 1, 'location.country': 1, _id: 1 })
    .index({ workspaceId: 1, technologies: 1, _id: 1 })
    .index({ workspaceId: 1, searchWords: 1, _id: 1 })
    .index({ workspaceId: 1, 'score.value': 1, _id: 1 })
    .index({ workspaceId: 1, updatedAt: 1, _id: 1 }),
  'company',
);

type Named = Partial<Pick<CompanyDoc, 'name' | 'domain' | 'industry' | 'customFields'>>;

export function companySearchWords({ name, domain, industry, customFields }: Named): string[] {
  return [...searchWordsOf(name, domain, industry), ...customWords(customFields)];
}

export const searchedCompanyFields = ['name', 'domain', 'industry', 'customFields'] as const;
