import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { toRecord } from '../documents/define-model.ts';
import type { Filter } from '../documents/find-page.ts';
import { changeDocument, insertDocuments } from '../documents/insert-documents.ts';
import { joinLookUpsBy } from '../documents/look-ups.ts';
import { isNarrow } from '../documents/narrow-conditions.ts';
import { countRecords, queriesOf, type RecordQuery, streamRecords } from '../documents/record-query.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';
import {
  type CompanyDoc,
  CompanyModel,
  type CompanyRecord,
  companySearchWords,
  searchedCompanyFields,
} from './company-model.ts';

export type { CompanyRecord };
export { CompanyModel };

export async function findCompany(workspaceId: string, companyId: string): Promise<CompanyRecord | null> {
  const found = await CompanyModel.findOne({ workspaceId, _id: companyId }).lean();
  return found && toRecord(found);
}

const lookUpByDomain = joinLookUpsBy(CompanyModel, 'domain');

export async function findCompanyByDomain(workspaceId: string, domain: string): Promise<CompanyRecord | null> {
  const [found] = await lookUpByDomain(workspaceId, [domain]);
  return found === undefined ? null : toRecord(found);
}

/** Returns many companies in no particular order. At most 10,000. */
export async function findCompanies(workspaceId: string, companyIds: string[]): Promise<CompanyRecord[]> {
  const found = await CompanyModel.find({ workspaceId, _id: { $in: companyIds } })
    .limit(10_000)
    .lean();
  return found.map(toRecord);
}

/** Companies with these paths only. */
export async function findCompanyValues(
  workspaceId: string,
  companyIds: string[],
  paths: readonly string[],
): Promise<(Partial<CompanyRecord> & { id: string })[]> {
  const fields = Object.fromEntries(paths.map((path) => [path, 1 as const]));
  const found = await CompanyModel.find({ workspaceId, _id: { $in: companyIds } }, { _id: 1, ...fields })
    .limit(companyIds.length)
    .lean<(Partial<CompanyDoc> & { _id: string })[]>();
  return found.map(toRecord);
}

export async function insertCompany(workspaceId: string, company: NewCompany, now: Date): Promise<CompanyRecord> {
  const [created] = await insertCompanies(workspaceId, [company], now);
  return created!;
}

/** Runs at the end of any transaction, together with its inserts: contacts of one company contend here. */
export async function changeContactCount(workspaceId: string, companyId: string, by: number): Promise<void> {
  await changeDocument(CompanyModel, { workspaceId, _id: companyId }, { $inc: { contactCount: by } });
}

export async function findCompaniesByDomain(workspaceId: string, domains: string[]): Promise<CompanyRecord[]> {
  if (domains.length === 0) return [];
  return (await lookUpByDomain(workspaceId, domains)).map(toRecord);
}

export type CompanyChanges = Partial<Omit<CompanyDoc, '_id' | 'workspaceId' | 'version' | 'searchWords'>>;

/** Removes members that are undefined from the company. */
export async function updateCompany(
  workspaceId: string,
  companyId: string,
  changes: CompanyChanges,
  now: Date,
): Promise<CompanyRecord | null> {
  const changed = await CompanyModel.findOneAndUpdate(
    { workspaceId, _id: companyId },
    { ...setAndUnset({ ...changes, updatedAt: now }), $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<CompanyDoc>();
  if (changed === null) return null;
  if (!searchedCompanyFields.some((field) => field in changes)) return toRecord(changed);
  const searchWords = companySearchWords(changed);
  await CompanyModel.updateOne({ workspaceId, _id: companyId }, { $set: { searchWords } });
  return toRecord({ ...changed, searchWords });
}

export async function deleteCompany(workspaceId: string, companyId: string): Promise<void> {
  await CompanyModel.deleteOne({ workspaceId, _id: companyId });
}

export async function insertCompanies(
  workspaceId: string,
  companies: NewCompany[],
  now: Date,
): Promise<CompanyRecord[]> {
  const documents = companies.map((company) => newCompanyDocument(workspaceId, company, now));
  await insertDocuments(CompanyModel, documents);
  return documents.map(toRecord);
}

/** Changes the contact counts of several companies in one command. */
export async function changeContactCounts(workspaceId: string, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  const groups = Map.groupBy([...counts], ([, by]) => by);
  await CompanyModel.bulkWrite(
    [...groups].map(([by, alike]) => ({
      updateMany: {
        filter: { workspaceId, _id: { $in: alike.map(([id]) => id) } },
        update: { $inc: { contactCount: by } },
      },
    })),
  );
}

export type CompanyQuery = RecordQuery<CompanyRecord>;

/** Counts up to `limit`. */
export function countCompanies(workspaceId: string, query: CompanyQuery, limit: number): Promise<number> {
  return countRecords(CompanyModel, workspaceId, query, limit);
}

/** Yields all matches, oldest first, in bounded reads. */
export function streamCompanies(workspaceId: string, query: CompanyQuery, after = ''): AsyncGenerator<CompanyRecord> {
  return streamRecords(CompanyModel, workspaceId, query, after);
}

export const companyQueries = queriesOf(CompanyModel);

/**
 * One page in the order of an index. It can end early if several filters match many records each but few together.
 * `next` is the position to continue from.
 */
export async function listCompanies(
  workspaceId: string,
  query: CompanyQuery,
  page: PageRequest,
): Promise<PageResult<CompanyRecord>> {
  return (await companyQueries.page(workspaceId, query, page))!;
}

/** IDs of all companies that match. Null if there are more than `max`, or if no index leads to few of them. */
export async function findCompanyIds(workspaceId: string, filter: Filter, max: number): Promise<string[] | null> {
  if (!(await isNarrow(CompanyModel, workspaceId, filter, max))) return null;
  const found = await CompanyModel.find({ workspaceId, ...filter }, { _id: 1 })
    .limit(max)
    .lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}

export type NewCompany = Partial<
  Omit<CompanyDoc, '_id' | 'workspaceId' | 'createdAt' | 'updatedAt' | 'version' | 'searchWords'>
> & {
  name: string;
};

/** Complete company as it is stored. */
function newCompanyDocument(workspaceId: string, company: NewCompany, now: Date): CompanyDoc {
  return {
    ...company,
    _id: newId('com'),
    workspaceId,
    technologies: company.technologies ?? [],
    keywords: company.keywords ?? [],
    tags: company.tags ?? [],
    listIds: company.listIds ?? [],
    customFields: company.customFields ?? {},
    isInvented: company.isInvented ?? false,
    contactCount: company.contactCount ?? 0,
    createdAt: now,
    updatedAt: now,
    version: 1,
    searchWords: companySearchWords(company),
  };
}
