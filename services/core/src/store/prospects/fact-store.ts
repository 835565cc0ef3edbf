import type { Actor } from '../../domain/members/actor.ts';
import type { FactOrigin } from '../../domain/prospects/fact.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { boolean, date, nullable, object, optional, string, stringOf } from '../documents/paths.ts';

export const factsMax = 200;

/** Statement about a contact or a company, with the words of its source. */
export type FactDoc = DocOf<typeof FactModel>;

export type FactRecord = RecordOf<FactDoc>;

export const FactModel = defineModel(
  'Fact',
  'facts',
  stored({
    workspaceId: string,
    /** One of the two is set. */
    contactId: optional(string),
    companyId: optional(string),
    statement: string,
    quote: string,
    url: nullable(string),
    /** Day that the statement is about, as YYYY-MM-DD. */
    date: nullable(string),
    origin: stringOf<FactOrigin>(),
    /** True if the product found the quote on the page. */
    isOnPage: boolean,
    readAt: nullable(date),
    createdBy: object<Actor>(),
    createdAt: date,
  })
    .index({ workspaceId: 1, contactId: 1, _id: 1 })
    .index({ workspaceId: 1, companyId: 1, _id: 1 })
    .index({ workspaceId: 1, _id: 1 }),
  'fact',
);

/** Contact or company of a fact. */
export type FactSubject = { contactId: string } | { companyId: string };
export type NewFact = Pick<
  FactRecord,
  'statement' | 'quote' | 'url' | 'date' | 'origin' | 'isOnPage' | 'readAt' | 'createdBy'
>;

export async function insertFacts(
  workspaceId: string,
  subject: FactSubject,
  facts: readonly NewFact[],
  now: Date,
): Promise<FactRecord[]> {
  const documents = facts.map(
    (fact): FactDoc => ({ ...subject, ...fact, _id: newId('fct'), workspaceId, createdAt: now }),
  );
  if (documents.length > 0) await insertDocuments(FactModel, documents);
  return documents.map(toRecord);
}

export async function findFact(workspaceId: string, factId: string): Promise<FactRecord | null> {
  const found = await FactModel.findOne({ workspaceId, _id: factId }).lean<FactDoc>();
  return found && toRecord(found);
}

/** All facts about a record, oldest first. */
export async function findFactsAbout(workspaceId: string, subject: FactSubject): Promise<FactRecord[]> {
  const found = await FactModel.find({ workspaceId, ...subject })
    .sort({ _id: 1 })
    .limit(factsMax)
    .lean<FactDoc[]>();
  return found.map(toRecord);
}

/** Facts about many records, whose quote the product found on a page. */
export async function findReadFacts(
  workspaceId: string,
  contactIds: readonly string[],
  companyIds: readonly string[],
): Promise<FactRecord[]> {
  const about = [{ contactId: { $in: contactIds } }, { companyId: { $in: companyIds } }];
  const found = about.map((each) => FactModel.find({ workspaceId, ...each, isOnPage: true }).lean<FactDoc[]>());
  return (await Promise.all(found)).flat().map(toRecord);
}

/** Facts about a record, or about all, newest first. */
export function listFacts(
  workspaceId: string,
  subject: FactSubject | object,
  page: PageRequest,
): Promise<PageResult<FactRecord>> {
  return findPage<FactDoc>(FactModel, { workspaceId, ...subject }, page);
}

export async function deleteFacts(workspaceId: string, factIds: readonly string[]): Promise<void> {
  if (factIds.length > 0) await FactModel.deleteMany({ workspaceId, _id: { $in: factIds } });
}
