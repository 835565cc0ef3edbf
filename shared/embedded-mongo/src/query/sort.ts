import { compareValues } from '../bson/compare.ts';
import { type Document, isDocument, isNumeric, type Maybe, toNumber } from '../bson/values.ts';
import { badValue, MongoError, notSupported } from '../errors.ts';
import type { Collation } from './collation.ts';
import { valuesAtPath } from './path.ts';

interface SortField {
  parts: readonly string[];
  direction: number;
}

export type Comparator = (left: Maybe[], right: Maybe[]) => number;

const fieldsMax = 32;

export interface Sorter {
  keyOf(document: Document): Maybe[];
  compare: Comparator;
}

function parseSort(sort: Document): SortField[] {
  const entries = Object.entries(sort);
  if (entries.length > fieldsMax) throw badValue(`a sort may have at most ${fieldsMax} keys`);
  return entries.map(([path, direction]) => {
    if (isDocument(direction) && '$meta' in direction) throw notSupported('sorting by $meta');
    const number = toNumber(direction);
    if (!isNumeric(direction) || (number !== 1 && number !== -1)) {
      throw new MongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    return { parts: path.split('.'), direction: number };
  });
}

/** Arrays sort by their smallest element ascending and by their greatest descending. Missing values sort as null. */
export function compileSort(sort: Document, collation?: Collation): Sorter {
  const fields = parseSort(sort);
  const compareText = (left: Maybe, right: Maybe) =>
    collation && typeof left === 'string' && typeof right === 'string'
      ? collation.compare(left, right)
      : compareValues(left, right);
  return {
    keyOf: (document) =>
      fields.map((field) => extreme(valuesAtPath(document, field.parts), field.direction, compareText)),
    compare: (left, right) => {
      for (let at = 0; at < fields.length; at++) {
        const order = compareText(left[at], right[at]);
        if (order !== 0) return order * fields[at]!.direction;
      }
      return 0;
    },
  };
}

function extreme(values: Maybe[], direction: number, compare: (left: Maybe, right: Maybe) => number): Maybe {
  let found = values[0];
  for (let at = 1; at < values.length; at++) if (compare(values[at], found) * direction < 0) found = values[at];
  return found;
}
