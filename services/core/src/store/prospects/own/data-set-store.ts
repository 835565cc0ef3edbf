import type { Preset } from '../../../domain/prospects/registers/registers.ts';
import { newId } from '../../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../../documents/define-model.ts';
import { findPage } from '../../documents/find-page.ts';
import {
  boolean,
  date,
  nullable,
  number,
  numbers,
  string,
  stringOf,
  strings,
  withDefault,
} from '../../documents/paths.ts';
import { forgetOnWrite, rememberShortly } from '../../documents/short-memory.ts';

/** Data sets of a workspace. A search reads the index of each. */
export const dataSetsMax = 50;

type DataSetDoc = DocOf<typeof DataSetModel>;

/**
 * Own people and companies of a workspace from one file. Its rows are numbered and never change: an import adds rows,
 * and then makes them part of the set, and those they replace no longer part of it, in one transaction.
 */
export type DataSet = RecordOf<DataSetDoc>;

const DataSetModel = defineModel(
  'DataSet',
  'data_sets',
  stored({
    workspaceId: string,
    name: string,
    preset: nullable(stringOf<Preset>()),
    /** People in it. */
    rowCount: number,
    companyCount: withDefault(number, 0),
    /** Number of the next row of people and of companies. Rows from there on belong to an import that has not ended. */
    nextPerson: withDefault(number, 0),
    nextCompany: withDefault(number, 0),
    /** Chunks with rows that are part of it. */
    personChunks: withDefault(numbers, []),
    companyChunks: withDefault(numbers, []),
    /** False until its first import has ended. */
    isReady: withDefault(boolean, true),
    /** Import that is under way. */
    jobId: nullable(string),
    /** Rows erased during the import, such as `person:12`. They do not become part of it. */
    erasedRows: withDefault(strings, []),
    createdBy: string,
    createdAt: date,
    /** Time of the last import. Null: see `createdAt`. */
    importedAt: nullable(date),
  })
    .index({ workspaceId: 1, _id: 1 })
    .plugin(forgetOnWrite),
);

export function newDataSetId(): string {
  return newId('dst');
}

export async function insertDataSet(
  workspaceId: string,
  { id, ...facts }: Pick<DataSet, 'id' | 'name' | 'preset' | 'jobId' | 'createdBy' | 'createdAt'>,
): Promise<DataSet> {
  const empty = {
    rowCount: 0,
    companyCount: 0,
    nextPerson: 0,
    nextCompany: 0,
    personChunks: [],
    companyChunks: [],
    erasedRows: [],
  };
  const document = { _id: id, workspaceId, ...empty, isReady: false, importedAt: null, ...facts };
  await DataSetModel.create([document]);
  return toRecord(document);
}

export function listDataSets(workspaceId: string, page: PageRequest): Promise<PageResult<DataSet>> {
  return findPage<DataSetDoc>(DataSetModel, { workspaceId }, page);
}

export async function findDataSet(workspaceId: string, dataSetId: string): Promise<DataSet | null> {
  const found = await DataSetModel.findOne({ workspaceId, _id: dataSetId }).lean<DataSetDoc>();
  return found && toRecord(found);
}

/** Data sets that searches cover, in the order of their creation. Changes by other processes apply after a moment. */
export function findReadyDataSets(workspaceId: string): Promise<DataSet[]> {
  return rememberShortly(`data sets of ${workspaceId}`, () => readReadyDataSets(workspaceId));
}

async function readReadyDataSets(workspaceId: string): Promise<DataSet[]> {
  const found = await DataSetModel.find({ workspaceId }).sort({ _id: 1 }).limit(dataSetsMax).lean<DataSetDoc[]>();
  return found.filter(({ isReady }) => isReady).map(toRecord);
}

export interface DataSetTotals {
  dataSets: number;
  rows: number;
}

export async function countDataSets(workspaceId: string): Promise<DataSetTotals> {
  const found = await DataSetModel.find({ workspaceId }, { rowCount: 1, companyCount: 1 })
    .limit(dataSetsMax)
    .lean<Pick<DataSetDoc, 'rowCount' | 'companyCount'>[]>();
  const rows = found.reduce((sum, { rowCount, companyCount }) => sum + rowCount + companyCount, 0);
  return { dataSets: found.length, rows };
}

export async function changeDataSet(
  workspaceId: string,
  dataSetId: string,
  set: Partial<Omit<DataSet, 'id' | 'workspaceId'>>,
): Promise<void> {
  await DataSetModel.updateOne({ workspaceId, _id: dataSetId }, { $set: set });
}

/** Keeps a row out of the import that is under way, if one is. */
export async function noteErasedRow(workspaceId: string, dataSetId: string, row: string): Promise<void> {
  await DataSetModel.updateOne({ workspaceId, _id: dataSetId, jobId: { $ne: null } }, { $push: { erasedRows: row } });
}

/** Its rows stay until `deleteRows`, and no search finds them. */
export async function deleteDataSet(workspaceId: string, dataSetId: string): Promise<void> {
  await DataSetModel.deleteOne({ workspaceId, _id: dataSetId });
}
