import { type Static, Type } from 'typebox';
import { presets, registers } from '../../../domain/prospects/registers/registers.ts';
import { Named, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import type { DataSet } from '../../../store/prospects/own/data-set-store.ts';

const properties = {
  id: Type.String({ description: 'dst_….' }),
  name: Type.String({ description: 'Name given at the import.' }),
  preset: Nullable(OneOf(presets, { description: 'Open register that it comes from.' })),
  source: Nullable(Type.String({ description: 'Title of the register.' })),
  license: Nullable(Type.String({ description: 'License of the register.' })),
  rowCount: Type.Integer({ description: 'Number of people.' }),
  companyCount: Type.Integer({ description: 'Number of companies.' }),
  isReady: Type.Boolean({ description: 'False during the first import. Searches do not find its rows yet.' }),
  jobId: Nullable(
    Type.String({ description: 'Job that changes its rows: an import, or its removal after a failure.' }),
  ),
  createdBy: Type.String({ description: 'Creator: ID of a user, key, or client.' }),
  createdAt: Timestamp('Time of the first import.'),
  importedAt: Nullable(Timestamp('Time at which the last import ended: the date of all its facts.')),
};

export const DataSetView = Named('DataSet', Type.Object(properties));

/** Data set of an import, which names it a second time as the result of its job. */
export const ImportedDataSet = Named(
  'ImportedDataSet',
  Type.Object({ ...properties, dataSetId: Type.String({ description: 'The same as id.' }) }),
);

export function toDataSetView(dataSet: DataSet): Static<typeof DataSetView> {
  const register = dataSet.preset === null ? null : registers[dataSet.preset];
  const { title: source = null, license = null } = register ?? {};
  const importedAt = dataSet.importedAt ?? (dataSet.isReady ? dataSet.createdAt : null);
  return viewOf(DataSetView, dataSet, { source, license, importedAt: importedAt?.toISOString() ?? null });
}
