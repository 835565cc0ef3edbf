import { Schema } from 'mongoose';
import type { CustomFields, Location } from '../../domain/crm/contact.ts';
import { searchWordsOf } from '../../domain/crm/search-words.ts';
import { defineModel } from '../define-model.ts';
import type { ContactScore } from './contact-model.ts';

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
  score?: ContactScore;
  contactCount: number;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  /** What q finds it by; kept by the store. */
  searchWords: string[];
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
    searchWords: { type: [String], default: [] },
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, domain: 1 }, { unique: true, partialFilterExpression: { domain: { $exists: true } } })
    .index({ workspaceId: 1, name: 1, _id: 1 })
    .index({ workspaceId: 1, tags: 1, _id: 1 })
    .index({ workspaceId: 1, listIds: 1, _id: 1 })
    .index({ workspaceId: 1, industry: 1, _id: 1 })
    .index({ workspaceId: 1, employeeRange: 1, _id: 1 })
    .index({ workspaceId: 1, 'location.country': 1, _id: 1 })
    .index({ workspaceId: 1, technologies: 1, _id: 1 })
    .index({ workspaceId: 1, searchWords: 1, _id: 1 })
    .index({ workspaceId: 1, 'score.value': 1, _id: 1 })
    .index({ workspaceId: 1, updatedAt: 1, _id: 1 }),
);

type Named = Partial<Pick<CompanyDoc, 'name' | 'domain' | 'industry'>>;

export const companySearchWords = ({ name, domain, industry }: Named): string[] =>
  searchWordsOf(name, domain, industry);

export const searchedCompanyFields = ['name', 'domain', 'industry'] as const;
