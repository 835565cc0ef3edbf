import { newId } from '../../domain/ids.ts';
import { type CompanyDoc, companySearchWords } from './company-model.ts';

export type NewCompany = Partial<
  Omit<CompanyDoc, '_id' | 'workspaceId' | 'createdAt' | 'updatedAt' | 'version' | 'searchWords'>
> & {
  name: string;
};

/** A company as it is stored, complete. */
export const newCompanyDocument = (workspaceId: string, company: NewCompany, now: Date): CompanyDoc => ({
  ...company,
  _id: newId('com'),
  workspaceId,
  technologies: company.technologies ?? [],
  keywords: company.keywords ?? [],
  tags: company.tags ?? [],
  listIds: company.listIds ?? [],
  customFields: company.customFields ?? {},
  contactCount: company.contactCount ?? 0,
  createdAt: now,
  updatedAt: now,
  version: 1,
  searchWords: companySearchWords(company),
});
