import { Type } from 'typebox';
import { Named, Nullable, OneOf } from './schema.ts';
/** Latest score of a person or company. */
export const RecordScore = Named(
  'Score',
  Type.Object(
    {
      value: Type.Number({ description: '0 to 100.' }),
      grade: Type.String({ description: 'Band of the value.' }),
      profileId: Type.String({ description: 'Target profile of the score.' }),
      profileVersion: Type.Integer({ description: 'Published version of the profile.' }),
      coverage: Type.Number({ description: '0 to 1: share of the criteria that have data.' }),
      stale: Type.Boolean({ description: 'True: the record or the profile has changed since.' }),
    },
    { description: 'Latest score. Null: never scored. For the reasons, use GET /scoring/scores/{recordId}.' },
  ),
);

function count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

export const changeSetIdOfMerge = Type.String({ description: 'Change set of the merge, for undo_change.' });

/** Outcomes of the items of a bulk operation. */
export const outcomeCounts = {
  created: count('Records created.'),
  updated: count('Records changed.'),
  unchanged: count('Records that already had these values.'),
  skipped: count('Items skipped, each with a reason.'),
  failed: count('Items rejected, each with a reason.'),
};

/** Outcomes for the members of a list, or the holders of a tag. */
export const ChangedRecords = Named(
  'ChangedRecords',
  Type.Array(
    Type.Object({
      id: Type.String({ description: 'The record.' }),
      outcome: OneOf(['updated', 'skipped'], { description: 'Outcome for the record.' }),
      reason: Nullable(Type.String({ description: 'Reason for the skip: not_found, or already as requested.' })),
    }),
    { description: 'One item per requested record.' },
  ),
);

/** Output of a deletion. */
export const Deleted = Named(
  'Deleted',
  Type.Object({
    id: Type.String({ description: 'Deleted record.' }),
    deleted: Type.Boolean({ description: 'Always true.' }),
  }),
);
