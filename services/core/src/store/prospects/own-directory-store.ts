import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { date, number, object, optional, string } from '../documents/paths.ts';

/** Maximum number of rows in all data sets of a workspace, which one search can read. */
export const ownPeopleMax = 20_000;

type DataSetDoc = DocOf<typeof DataSetModel>;

export type DataSet = RecordOf<DataSetDoc>;

/** Person in a data set, in the shape that sources return. */
type OwnPersonDoc = DocOf<typeof OwnPersonModel>;

const DataSetModel = defineModel(
  'DataSet',
  'data_sets',
  stored({
    workspaceId: string,
    name: string,
    rowCount: number,
    createdBy: string,
    createdAt: date,
  }).index({ workspaceId: 1, _id: 1 }),
);

const OwnPersonModel = defineModel(
  'OwnPerson',
  'own_people',
  stored({
    workspaceId: string,
    dataSetId: string,
    email: optional(string),
    person: object<Record<string, unknown>>(),
  })
    .index({ workspaceId: 1, dataSetId: 1 })
    .index({ workspaceId: 1, email: 1 })
    .index({ workspaceId: 1, 'person.company.domain': 1 }),
);

export function newDataSetId(): string {
  return newId('dst');
}

export async function insertDataSet(
  workspaceId: string,
  dataSet: Omit<DataSet, 'workspaceId'>,
  people: { id: string; email: string | null }[],
): Promise<DataSet> {
  const { id, ...facts } = dataSet;
  await DataSetModel.create([{ _id: id, workspaceId, ...facts }]);
  const rows = people.map((person) => ({
    _id: `${workspaceId}:${person.id}`,
    workspaceId,
    dataSetId: id,
    ...(person.email !== null && { email: person.email }),
    person,
  }));
  await OwnPersonModel.insertMany(rows);
  return { id, workspaceId, ...facts };
}

export function listDataSets(workspaceId: string, page: PageRequest): Promise<PageResult<DataSet>> {
  return findPage<DataSetDoc>(DataSetModel, { workspaceId }, page);
}

export async function findDataSet(workspaceId: string, dataSetId: string): Promise<DataSet | null> {
  const found = await DataSetModel.findOne({ workspaceId, _id: dataSetId }).lean<DataSetDoc>();
  return found && toRecord(found);
}

export function countOwnPeople(workspaceId: string): Promise<number> {
  return OwnPersonModel.countDocuments({ workspaceId }).limit(ownPeopleMax);
}

/** All people, in the order of their rows. */
export async function readOwnPeople<Person>(workspaceId: string): Promise<Person[]> {
  const found = await OwnPersonModel.find({ workspaceId }, { person: 1 })
    .sort({ _id: 1 })
    .limit(ownPeopleMax)
    .lean<{ person: Person }[]>();
  return found.map(({ person }) => person);
}

export async function findOwnPeople<Person>(workspaceId: string, ids: string[]): Promise<Person[]> {
  const keys = ids.map((id) => `${workspaceId}:${id}`);
  const found = await OwnPersonModel.find({ workspaceId, _id: { $in: keys } })
    .limit(ids.length)
    .lean<{ person: Person }[]>();
  return found.map(({ person }) => person);
}

interface Hint {
  email?: string;
  firstName?: string;
  lastName?: string;
  companyDomain?: string;
}

/** Finds a person by email address if given, otherwise by name and company. */
export async function lookUpOwnPerson(
  workspaceId: string,
  { email, firstName, lastName, companyDomain }: Hint,
): Promise<Record<string, unknown> | null> {
  const named = {
    'person.company.domain': companyDomain,
    'person.firstName': firstName,
    'person.lastName': lastName,
  };
  const found = await OwnPersonModel.findOne({ workspaceId, ...(email === undefined ? named : { email }) })
    .sort({ _id: 1 })
    .lean<OwnPersonDoc>();
  return found?.person ?? null;
}

/** Contacts created from its people stay. */
export async function deleteDataSet(workspaceId: string, dataSetId: string): Promise<void> {
  await OwnPersonModel.deleteMany({ workspaceId, dataSetId });
  await DataSetModel.deleteOne({ workspaceId, _id: dataSetId });
}
