import { Type } from 'typebox';
import { Named, Timestamp } from '../../schema/schema.ts';
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

export function toDataSetView({ id, name, rowCount, createdBy, createdAt }: DataSet) {
  return {
    id,
    name,
    rowCount,
    createdBy,
    createdAt: createdAt.toISOString(),
  };
}
