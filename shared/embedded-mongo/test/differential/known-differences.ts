import type { Difference } from './difference.ts';
import { differsInNumberTypesOnly } from './number-types.ts';
import {
  averagesRounded,
  comparesIndexedField,
  differsInFieldOrderOnly,
  isRefusal,
  json,
  sameButForModified,
  shown,
  sortsByOtherThanId,
  updatesMany,
  withoutZeroCounts,
  withoutZeroPlaces,
} from './shapes.ts';

/**
 * Known differences between the other engine (DocumentDB on PostgreSQL) and MongoDB, with the reason why we do not
 * follow it.
 */
export interface KnownDifference {
  reason: string;
  applies(difference: Difference): boolean;
}

export const knownDifferences: KnownDifference[] = [
  {
    reason: 'an empty array sorts before null in MongoDB; DocumentDB treats it as null',
    applies: ({ action, before }) => before.includes('[]') && sortsByOtherThanId(action),
  },
  {
    reason: 'several documents are updated one by one in MongoDB until one fails, all or none in DocumentDB',
    applies: ({ action, own, other, before, after }) =>
      updatesMany(action) && isRefusal(own) && isRefusal(other) && (after === undefined || after.other === before),
  },
  {
    reason: '$unset, $pull and $pullAll below an array or a scalar do nothing in MongoDB; DocumentDB refuses them',
    applies: ({ action, other }) => /"\$(unset|pull|pullAll)"/.test(json(action.update)) && other === 'refused',
  },
  {
    reason: 'count without a condition counts in MongoDB; DocumentDB estimates',
    applies: ({ action }) => action.kind === 'command' && json(action.body).includes('"count":"SELF","query":{}'),
  },
  {
    reason: '$push with nothing to push makes an empty array in MongoDB; DocumentDB leaves the field away',
    applies: ({ action }) => /"\$each":\[\]|"\$slice":\{"value":0\}|"\$slice":0/.test(json(action.update)),
  },
  {
    reason: 'a missing field sorts after MinKey in MongoDB; DocumentDB compares the two as equal',
    applies: ({ action, before }) =>
      /"\$(cmp|eq|ne|lte?|gte?)"/.test(json([action.stages, action.filter])) && before.includes('$minKey'),
  },
  {
    reason: '$inc of a boolean is refused in MongoDB; DocumentDB takes it for 0 or 1',
    applies: ({ action, code, other, before }) =>
      code === 14 && other !== 'refused' && json(action.update).includes('"$inc"') && /:(true|false)/.test(before),
  },
  {
    reason:
      'a field missing from a unique compound index counts as null in MongoDB; with sparse DocumentDB leaves it out',
    applies: ({ own, other, indexes }) =>
      own === 'duplicate' && other !== 'duplicate' && indexes.some((key) => 'b' in key && 'd' in key),
  },
  {
    reason: '$elemMatch with a range makes the other engine fail on some contents of an index',
    applies: ({ action, own, other }) =>
      other === 'refused' && own !== 'refused' && json([action.filter, action.stages]).includes('"$elemMatch"'),
  },
  {
    reason: 'an element that is null already counts as changed by $unset in MongoDB as well; only here it does not',
    applies: ({ action, own, other, after }) =>
      after === undefined && /"\$unset":\{"\w\.\d"/.test(json(action.update)) && sameButForModified(own, other),
  },
  {
    reason:
      'a last letter that may be missing is no part of the prefix of a pattern; DocumentDB looks it up in an index',
    applies: ({ action }) => json([action.filter, action.stages]).includes('"$regex":"^ab?"'),
  },
  {
    reason:
      'an average with a decimal is a decimal of 34 digits in MongoDB; in DocumentDB a double, or of fewer digits',
    applies: ({ action, own, other }) =>
      json(action.stages).includes('"$avg"') && averagesRounded(own) === averagesRounded(other),
  },
  {
    reason: 'sums beyond 53 bits are exact until the end in MongoDB; DocumentDB adds up doubles',
    applies: ({ action, before }) => /"\$(avg|sum)":"/.test(json(action.stages)) && before.includes('9007199254740993'),
  },
  {
    reason: '$not with $gt or $gte finds an empty document in MongoDB; with an index DocumentDB passes it over',
    applies: ({ action, before, indexes }) =>
      /"\$not":\{"\$gte?":"/.test(json([action.filter, action.stages])) && before.includes(':{}') && indexes.length > 0,
  },
  {
    reason: 'a decimal zero made from a double has no places in MongoDB; in DocumentDB it has seventeen',
    applies: (difference) => {
      const { own, other } = shown(difference);
      return withoutZeroPlaces(own) === withoutZeroPlaces(other);
    },
  },
  {
    reason: 'two arrays in one document cannot be indexed together in MongoDB; in DocumentDB they can',
    applies: ({ code, other, indexes }) =>
      code === 171 && other !== 'refused' && indexes.some((key) => Object.keys(key).length > 1),
  },
  {
    reason:
      'fields that an update adds come in the order of their names in MongoDB (since 5.0), as written in DocumentDB',
    applies: (difference) => difference.action.update !== undefined && differsInFieldOrderOnly(difference),
  },
  {
    reason:
      '$addFields below a value that is no document replaces it in its place in MongoDB; DocumentDB moves it to the end',
    applies: (difference) =>
      json(difference.action.stages).includes('$addFields') && differsInFieldOrderOnly(difference),
  },
  {
    reason: '$pull, $pullAll, $pop and $rename of a missing field make no parents in MongoDB; in DocumentDB they do',
    applies: ({ action, other, after }) =>
      /"\$(pull|pullAll|pop|rename)"/.test(json(action.update)) &&
      (/:\{\}/.test(after?.other ?? other) ||
        (isRefusal(other) && (action.kind === 'upsert' || json(action.update).includes('"$rename"')))),
  },
  {
    reason: '$count of nothing is no document in MongoDB; inside $facet DocumentDB makes one with 0',
    applies: ({ own, other, after }) => after === undefined && own === withoutZeroCounts(other),
  },
  {
    reason: 'a number with a fraction has no bits in MongoDB; DocumentDB cuts off the fraction of a decimal',
    applies: ({ action, before }) =>
      json([action.filter, action.stages]).includes('"$bits') && before.includes('$numberDecimal'),
  },
  {
    reason:
      '$expr compares across types in MongoDB; DocumentDB answers it from an index within the type, as filters do',
    applies: comparesIndexedField,
  },
  {
    reason: 'two operators on one path are refused always in MongoDB; in DocumentDB only when a document matches',
    applies: ({ code, other }) => code === 40 && /^\{"matchedCount":\{"\$numberInt":"0"\}|^null$/.test(other),
  },
  {
    reason: 'a regular expression that $lookup finds is a value in MongoDB; DocumentDB takes it for a pattern',
    applies: ({ action, before }) => json(action.stages).includes('"$lookup"') && before.includes('$regularExpression'),
  },
  {
    reason: 'a pipeline that leaves a document as it was counts as no change in MongoDB',
    applies: ({ action, own, other, after }) =>
      after === undefined && Array.isArray(action.update) && sameButForModified(own, other),
  },
  {
    reason: '$inc and $mul that leave a number as it was are no change in MongoDB; DocumentDB counts them as modified',
    applies: ({ action, own, other, after }) =>
      after === undefined && /"\$(inc|mul)"/.test(json(action.update)) && sameButForModified(own, other),
  },
  {
    reason: 'equal numbers of different types are one value; which of them is shown depends on the order of reading',
    applies: differsInNumberTypesOnly,
  },
];
