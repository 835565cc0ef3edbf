import { type Static, Type } from 'typebox';
import { employeeRanges } from '../../domain/crm/company.ts';
import { notFound } from '../../errors.ts';
import { type CompanyRecord, findCompany } from '../../store/crm/company-store.ts';
import type { ActionContext } from '../action-context.ts';
import { Nullable, OneOf, Timestamp } from '../schema.ts';

const text = (description: string) => Nullable(Type.String({ description }));

/** A company as every answer shows it: absent values are null, times are ISO 8601. */
export const CompanyView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  domain: text('Unique in the workspace.'),
  websiteUrl: text('Website.'),
  industry: text('Industry.'),
  employeeCount: Nullable(Type.Integer()),
  employeeRange: Nullable(OneOf(employeeRanges)),
  revenueRange: text('Yearly revenue.'),
  foundedYear: Nullable(Type.Integer()),
  type: text('Kind of company.'),
  location: Nullable(
    Type.Object({
      city: Type.Optional(Type.String()),
      region: Type.Optional(Type.String()),
      country: Type.Optional(Type.String()),
    }),
  ),
  technologies: Type.Array(Type.String()),
  keywords: Type.Array(Type.String()),
  description: text('What it does.'),
  tags: Type.Array(Type.String()),
  listIds: Type.Array(Type.String()),
  customFields: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
  score: Nullable(
    Type.Object({
      value: Type.Number(),
      grade: Type.String(),
      profileId: Type.String(),
      profileVersion: Type.Integer(),
      coverage: Type.Number(),
      stale: Type.Boolean(),
    }),
  ),
  contactCount: Type.Integer({ description: 'Contacts linked to it.' }),
  createdAt: Timestamp('When it was stored.'),
  updatedAt: Timestamp('When it last changed.'),
  version: Type.Integer(),
});

export type CompanyView = Static<typeof CompanyView>;

const scoreOf = ({ score, updatedAt }: CompanyRecord): CompanyView['score'] => {
  if (!score) return null;
  const { scoredAt, ...shown } = score;
  return { ...shown, stale: scoredAt < updatedAt };
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
