import type { Action } from './generate.ts';
import { differsInNumberTypesOnly } from './number-types.ts';

/** One operation that the two did not agree on. */
export interface Difference {
  action: Action;
  own: string;
  other: string;
  /** The collection before it, in which both agreed. */
  before: string;
  /** The collections after it, when the answers agreed and these do not. */
  after?: { own: string; other: string };
}

/** Where the other engine (DocumentDB on PostgreSQL) is known to answer differently from MongoDB, and why we do not follow it. */
export interface KnownDifference {
  reason: string;
  applies(difference: Difference): boolean;
}

const json = (value: unknown) => JSON.stringify(value ?? null);

function sortsByOtherThanId(action: Action): boolean {
  const stages = (action.stages ?? []) as { $sort?: object }[];
  const sorts = [action.sort as object | undefined, ...stages.map((stage) => stage.$sort)];
  return sorts.some((sort) => sort !== undefined && Object.keys(sort).length > 1);
}

export const knownDifferences: KnownDifference[] = [
  {
    reason: 'an empty array sorts before null in MongoDB; DocumentDB treats it as null',
    applies: ({ action, before }) => before.includes('[]') && sortsByOtherThanId(action),
  },
  {
    reason: 'several documents are updated one by one in MongoDB, all or none in DocumentDB',
    applies: ({ action, own, other, before, after }) =>
      action.kind === 'updateMany' && own === 'refused' && other === 'refused' && after?.other === before,
  },
  {
    reason: '$unset and $pull below an array or a scalar do nothing in MongoDB; DocumentDB refuses them',
    applies: ({ action, other }) => /"\$(unset|pull)"/.test(json(action.update)) && other.startsWith('refused'),
  },
  {
    reason: '$push with nothing to push makes an empty array in MongoDB; DocumentDB leaves the field away',
    applies: ({ action }) => /"\$each":\[\]|"\$slice":\{"value":0\}|"\$slice":0/.test(json(action.update)),
  },
  {
    reason: 'a missing field sorts after MinKey in MongoDB; DocumentDB compares the two as equal',
    applies: ({ action, before }) => json(action.stages).includes('$cmp') && before.includes('$minKey'),
  },
  {
    reason: 'equal numbers of different types are one value; which of them is shown depends on the order of reading',
    applies: differsInNumberTypesOnly,
  },
];
