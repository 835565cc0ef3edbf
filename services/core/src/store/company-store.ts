import { Schema } from 'mongoose';
import type { CustomFields, Location } from '../domain/contact.ts';
import { newId } from '../domain/ids.ts';
import type { PageRequest, PageResult } from '../domain/paging.ts';
import { defineModel, toRecord } from './define-model.ts';
import { findPage } from './find-page.ts';

export interface CompanyDoc {
  _id: string;
  workspaceId: string;
  name: string;
  domain?: string;
  websiteUrl?: string;
  industry?: string;
  employeeCount?: number;
  employeeRange?: string;
  revenueRange?: string;
  foundedYear?: number;
  type?: string;
  location?: Location;
  technologies: string[];
  keywords: string[];
  description?: string;
  tags: string[];
  listIds: string[];
  customFields: CustomFields;
  score?: Record<string, unknown>;
  contactCount: number;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type CompanyRecord = Omit<CompanyDoc, '_id'> & { id: string };

export const CompanyModel = defineModel<CompanyDoc>(
  'Company',
  'companies',
  new Schema({
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    domain: String,
    websiteUrl: String,
    industry: String,
    employeeCount: Number,
    employeeRange: String,
    revenueRange: String,
    foundedYear: Number,
    type: { type: String },
    location: { type: Object },
    technologies: { type: [String], default: [] },
    keywords: { type: [String], default: [] },
    description: String,
    tags: { type: [String], default: [] },
    listIds: { type: [String], default: [] },
    customFields: { type: Object, default: {} },
    score: { type: Object },
    contactCount: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, default: 1 },
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, domain: 1 }, { unique: true, partialFilterExpression: { domain: { $exists: true } } })
    .index({ workspaceId: 1, name: 1, _id: 1 })
    .index({ workspaceId: 1, tags: 1, _id: 1 })
    .index({ workspaceId: 1, listIds: 1, _id: 1 })
    .index({ workspaceId: 1, industry: 1, _id: 1 }),
);

export const findCompany = async (workspaceId: string, companyId: string): Promise<CompanyRecord | null> => {
  const found = await CompanyModel.findOne({ workspaceId, _id: companyId }).lean();
  return found && toRecord(found);
};

export const findCompanyByDomain = async (workspaceId: string, domain: string): Promise<CompanyRecord | null> => {
  const found = await CompanyModel.findOne({ workspaceId, domain }).lean();
  return found && toRecord(found);
};

/** Many at once, in no particular order. At most 10,000. */
export const findCompanies = async (workspaceId: string, companyIds: string[]): Promise<CompanyRecord[]> => {
  const found = await CompanyModel.find({ workspaceId, _id: { $in: companyIds } })
    .limit(10_000)
    .lean();
  return found.map(toRecord);
};

export type NewCompany = Partial<Omit<CompanyDoc, '_id' | 'workspaceId' | 'createdAt' | 'updatedAt' | 'version'>> & {
  name: string;
};

export const insertCompany = async (workspaceId: string, company: NewCompany, now: Date): Promise<CompanyRecord> => {
  const [created] = await CompanyModel.create([
    { _id: newId('com'), workspaceId, ...company, createdAt: now, updatedAt: now },
  ]);
  return toRecord(created!.toObject());
};

export const changeContactCount = async (workspaceId: string, companyId: string, by: number): Promise<void> => {
  await CompanyModel.updateOne({ workspaceId, _id: companyId }, { $inc: { contactCount: by } });
};

export const listCompanies = (
  workspaceId: string,
  filter: Record<string, unknown>,
  page: PageRequest,
): Promise<PageResult<CompanyRecord>> => findPage(CompanyModel, { workspaceId, ...filter }, page);
