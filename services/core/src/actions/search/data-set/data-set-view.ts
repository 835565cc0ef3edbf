import { Type } from 'typebox';
import type { DataSet } from '../../../store/prospects/own-directory-store.ts';
import { Timestamp } from '../../schema.ts';

export const DataSetView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  rowCount: Type.Integer(),
  createdBy: Type.String(),
  createdAt: Timestamp('When it was imported.'),
});

export const toDataSetView = ({ id, name, rowCount, createdBy, createdAt }: DataSet) => ({
  id,
  name,
  rowCount,
  createdBy,
  createdAt: createdAt.toISOString(),
});
