import { type Static, Type } from 'typebox';
import { Named, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { DataSet } from '../../store/prospects/own-directory-store.ts';

export const DataSetView = Named(
  'DataSet',
  Type.Object({
    id: Type.String({ description: 'dst_….' }),
    name: Type.String({ description: 'Name given at the import.' }),
    rowCount: Type.Integer({ description: 'Number of people.' }),
    createdBy: Type.String({ description: 'Creator: ID of a user, key, or client.' }),
    createdAt: Timestamp('Time of the import.'),
  }),
);

export function toDataSetView(dataSet: DataSet): Static<typeof DataSetView> {
  return viewOf(DataSetView, dataSet, {});
}
