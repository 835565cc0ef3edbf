import { Type } from 'typebox';
import { Named, Nullable, OneOf } from './schema.ts';
/** Latest score of a person or company. */
export const RecordScore = Named(
  'Score',
  Type.Object(
    {
      value: Type.Number({ description: '0 to 100.' }),
      grade: Type.String({ description: 'Band that the value falls into.' }),
      profileId: Type.String({ description: 'The target profile it was scored by.' }),
      profileVersion: Type.Integer({ description: 'The published version of it.' }),
      coverage: Type.Number({ description: '0 to 1: how much of what is asked for is known.' }),
      stale: Type.Boolean({ description: 'True: the record or the profile has changed since.' }),
    },
    { description: 'The latest score; null: never scored. Reasons by GET /scoring/scores/{recordId}.' },
  ),
);

function count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

/** Outcomes of the items of a bulk operation. */
export const outcomeCounts = {
  created: count('Records created.'),
  updated: count('Records changed.'),
  unchanged: count('Records that were like this already.'),
  skipped: count('Items skipped, each with its reason.'),
  failed: count('Items refused, each with its reason.'),
};

/** Outcomes for the members of a list, or the holders of a tag. */
export const ChangedRecords = Named(
  'ChangedRecords',
  Type.Array(
    Type.Object({
      id: Type.String({ description: 'The record.' }),
      outcome: OneOf(['updated', 'skipped'], { description: 'Whether it changed.' }),
      reason: Nullable(Type.String({ description: 'Why it was skipped: not_found, or already as asked for.' })),
    }),
    { description: 'One per record asked for.' },
  ),
);

/** Output of a deletion. */
export const Deleted = Named(
  'Deleted',
  Type.Object({
    id: Type.String({ description: 'The record that is gone.' }),
    deleted: Type.Boolean({ description: 'Always true.' }),
  }),
);
