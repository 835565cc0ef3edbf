import { encodeDocument, Raw } from '../../bson/encode.ts';
import { asDouble, type Document } from '../../bson/values.ts';
import type { Reply } from '../error-reply.ts';
import { emptyTally, type Tally } from './write-progress.ts';

/** What a bulkWrite has done so far; failures are in `writeErrors`, as in other write commands. */
export interface BulkTally extends Tally {
  nInserted: number;
  nMatched: number;
  nModified: number;
  nUpserted: number;
  nDeleted: number;
  results: Document[];
}

export function emptyBulkTally(): BulkTally {
  return { ...emptyTally(), nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0, results: [] };
}

export function totalsOf(tally: BulkTally): Reply {
  const { nInserted, nMatched, nModified, nUpserted, nDeleted, writeErrors } = tally;
  return { nErrors: writeErrors.length, nInserted, nMatched, nModified, nUpserted, nDeleted };
}

function failureOf({ index, ...error }: Reply): Reply {
  return { ok: asDouble(0), idx: index, ...error, n: 0 };
}

/** The outcome of each operation that ran, in their order. */
export function encodeResults(tally: BulkTally, isErrorsOnly: boolean): Raw[] {
  const all: Reply[] = [...(isErrorsOnly ? [] : (tally.results as Reply[])), ...tally.writeErrors.map(failureOf)];
  const inOrder = all.toSorted((left, right) => Number(left.idx) - Number(right.idx));
  return inOrder.map((result) => new Raw(encodeDocument(result)));
}
