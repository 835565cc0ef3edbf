import { type Static, Type } from 'typebox';
import { employeeRanges } from '../../domain/crm/company.ts';
import { notFound } from '../../errors.ts';
import { type CompanyRecord, findCompany } from '../../store/crm/company-store.ts';
import type { ActionContext } from '../action-context.ts';
import { PlaceView, RecordScoreView } from '../record-parts.ts';
import { Nullable, OneOf, Timestamp } from '../schema.ts';

const text = (description: string) => Nullable(Type.String({ description }));

/** A company as every answer shows it: absent values are null, times are ISO 8601. */
export const CompanyView = Type.Object({
  id: Type.String({ description: 'com_….' }),
  name: Type.String({ description: 'Company name.' }),
  domain: text('Unique in the workspace.'),
  websiteUrl: text('Website.'),
  industry: text('Industry.'),
  employeeCount: Nullable(Type.Integer({ description: 'Number of employees, where known exactly.' })),
  employeeRange: Nullable(OneOf(employeeRanges, { description: 'Number of employees as a range.' })),
  revenueRange: text('Yearly revenue.'),
  foundedYear: Nullable(Type.Integer({ description: 'Year of foundation.' })),
  type: text('Kind of company.'),
  location: PlaceView,
  technologies: Type.Array(Type.String(), { description: 'Technologies that it uses.' }),
  keywords: Type.Array(Type.String(), { description: 'Words for what it does.' }),
  description: text('What it does.'),
  tags: Type.Array(Type.String(), { description: 'Names of its tags.' }),
  listIds: Type.Array(Type.String(), { description: 'Static lists that it is on.' }),
  customFields: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
    description: 'Your own fields, by name.',
  }),
  score: RecordScoreView,
  contactCount: Type.Integer({ description: 'Contacts linked to it.' }),
  createdAt: Timestamp('When it was stored.'),
  updatedAt: Timestamp('When it last changed.'),
  version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
});

export type CompanyView = Static<typeof CompanyView>;

const scoreOf = ({ score, updatedAt }: CompanyRecord): CompanyView['score'] => {
  if (!score) return null;
  const { scoredAt, isOutdated = false, ...shown } = score;
  return { ...shown, stale: isOutdated || scoredAt < updatedAt };
};

export const toCompanyView = (company: CompanyRecord): CompanyView => ({
  id: company.id,
  name: company.name,
  domain: company.domain ?? null,
  websiteUrl: company.websiteUrl ?? null,
  industry: company.industry ?? null,
  employeeCount: company.employeeCount ?? null,
  employeeRange: (company.employeeRange as CompanyView['employeeRange']) ?? null,
  revenueRange: company.revenueRange ?? null,
  foundedYear: company.foundedYear ?? null,
  type: company.type ?? null,
  location: company.location ?? null,
  technologies: company.technologies,
  keywords: company.keywords,
  description: company.description ?? null,
  tags: company.tags,
  listIds: company.listIds,
  customFields: company.customFields,
  score: scoreOf(company),
  contactCount: company.contactCount,
  createdAt: company.createdAt.toISOString(),
  updatedAt: company.updatedAt.toISOString(),
  version: company.version,
});

export const requireCompany = async (companyId: string, ctx: ActionContext): Promise<CompanyRecord> => {
  const company = await findCompany(ctx.workspaceId, companyId);
  if (company === null) throw notFound('company', companyId);
  return company;
};
