import { Type } from 'typebox';
import { AppError } from '../../errors/errors.ts';
import { Id } from '../../schema/schema.ts';
import type { CompanyQuery } from '../../store/companies/company-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { type WhereInput, WhereOfFilter } from '../fields/query/where-input.ts';
import { resolveCompanyFilter } from './resolve-company-filter.ts';

/** Three ways to select companies. */
export function companySelection(idsMax: number) {
  return {
    companyIds: Type.Optional(
      Type.Array(Id('com', 'A company.'), {
        minItems: 1,
        maxItems: idsMax,
        uniqueItems: true,
        description: `These companies, at most ${idsMax}.`,
      }),
    ),
    listId: Type.Optional(Id('lst', 'All members of this list of companies.')),
    where: Type.Optional(WhereOfFilter),
  };
}

export interface CompanySelection {
  companyIds?: string[];
  listId?: string;
  where?: WhereInput;
}

/** The selection method in use. Throws unless there is exactly one. */
export function wayOfCompanies({ companyIds, listId, where }: CompanySelection): 'companyIds' | 'listId' | 'where' {
  const given = Object.entries({ companyIds, listId, where }).filter(([, value]) => value !== undefined);
  if (given.length === 1) return given[0]![0] as 'companyIds' | 'listId' | 'where';
  const message = 'Give exactly one of companyIds, listId, and where.';
  throw new AppError('validation_failed', message, { field: 'companyIds' });
}

export async function companySelectionQuery(
  { companyIds, ...filter }: CompanySelection,
  ctx: ActionContext,
): Promise<CompanyQuery> {
  return companyIds === undefined ? resolveCompanyFilter(filter, ctx) : { filter: { _id: { $in: companyIds } } };
}
