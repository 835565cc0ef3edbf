import fc from 'fast-check';
import { command } from './commands.ts';
import { equalities, filter } from './filters.ts';
import { pipeline } from './pipelines.ts';
import { change, onInsert, replacement, update } from './updates.ts';
import { type Action, aName, document, type Fields, number, oddId, plainPath, scalar, sort } from './values.ts';

export type { Action, Fields } from './values.ts';
export { document } from './values.ts';

const projection = fc.oneof(
  aName.map((name) => ({ [name]: 1 })),
  aName.map((name) => ({ [name]: 0 })),
  fc.tuple(aName, aName).map(([outer, inner]) => ({ [`${outer}.${inner}`]: 1 })),
  fc.tuple(aName, aName).map(([outer, inner]) => ({ [`${outer}.${inner}`]: 0 })),
  fc.tuple(aName, fc.constantFrom<unknown>(1, -1, [1, 2])).map(([name, part]) => ({ [name]: { $slice: part } })),
  fc.tuple(aName, number).map(([name, least]) => ({ [name]: { $elemMatch: { $gte: least } } })),
  fc.tuple(aName, scalar).map(([name, other]) => ({ _id: 1, r: { $ifNull: [`$${name}`, { $literal: other }] } })),
) as fc.Arbitrary<Fields>;

const limit = fc.integer({ min: 0, max: 5 });
const skip = fc.integer({ min: 0, max: 3 });
const returns = fc.constantFrom('before', 'after');

function of(kind: string, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Action> {
  return fc.record(fields).map((made) => ({ kind, ...made }));
}

/** One operation on the collection, with all of its arguments. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: of('insert', { document }) },
  { weight: 8, arbitrary: of('find', { filter, sort, limit, skip }) },
  { weight: 3, arbitrary: of('project', { filter, projection }) },
  {
    weight: 3,
    arbitrary: fc.tuple(change, returns).map(([each, after]) => ({ kind: 'updateFirst', ...each, returns: after })),
  },
  { weight: 3, arbitrary: change.map((each) => ({ kind: 'updateMany', ...each })) },
  { weight: 1, arbitrary: of('upsert', { filter: equalities, update: fc.oneof(update, onInsert) }) },
  { weight: 1, arbitrary: of('replaceFirst', { filter, replacement }) },
  { weight: 1, arbitrary: of('deleteFirst', { filter }) },
  { weight: 2, arbitrary: of('count', { filter }) },
  { weight: 2, arbitrary: of('distinct', { filter, field: plainPath }) },
  { weight: 4, arbitrary: of('aggregate', { stages: pipeline }) },
  { weight: 2, arbitrary: command },
  { weight: 1, arbitrary: of('insertWithId', { wanted: oddId, document }) },
);

type IndexDefinition = [Record<string, 1 | -1>, Fields];

export const indexes = fc.constantFrom<IndexDefinition>(
  [{ a: 1 }, {}],
  [{ b: -1 }, {}],
  [{ a: 1, _id: -1 }, {}],
  [{ 'b.c': 1 }, {}],
  [{ c: 1 }, { sparse: true }],
  [{ d: 1, _id: 1 }, {}],
  [{ a: 1, b: -1 }, {}],
  [{ c: -1, 'd.a': 1 }, {}],
  [{ b: 1 }, { partialFilterExpression: { b: { $gt: 0 } } }],
  [{ d: 1 }, { partialFilterExpression: { a: { $exists: true } } }],
  [{ a: 1 }, { unique: true, partialFilterExpression: { a: { $type: 'string' } } }],
  [{ c: 1 }, { unique: true, partialFilterExpression: { c: { $gt: 0 } } }],
  [
    { b: 1, d: 1 },
    { unique: true, sparse: true },
  ],
);
