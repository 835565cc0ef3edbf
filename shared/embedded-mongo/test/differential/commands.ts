import { ObjectId } from 'bson';
import fc from 'fast-check';
import { filter } from './filters.ts';
import { type Action, aName, type Fields, fewNumbers } from './values.ts';

/** Values passed by mistake instead of a document. Null is excluded, because MongoDB treats it as missing. */
const noDocument = fc.constantFrom<unknown>(new ObjectId(), 'a', '', 7, true, new Date(0), [], [{}]);

const query = fc.oneof({ weight: 3, arbitrary: noDocument }, { weight: 1, arbitrary: filter });

/** Raw commands, because a driver would reject or repair the arguments. SELF is the collection. */
const written: fc.Arbitrary<Fields> = fc.oneof(
  query.map((odd) => ({ findAndModify: 'SELF', query: odd, sort: { _id: 1 }, remove: true })),
  fc.tuple(query, aName, fewNumbers).map(([odd, name, few]) => ({
    findAndModify: 'SELF',
    query: odd,
    sort: { _id: 1 },
    update: { $set: { [name]: few } },
  })),
  query.map((odd) => ({ delete: 'SELF', deletes: [{ q: odd, limit: 0 }] })),
  fc
    .tuple(query, aName, fewNumbers)
    .map(([odd, name, few]) => ({ update: 'SELF', updates: [{ q: odd, u: { $set: { [name]: few } }, multi: true }] })),
  query.map((odd) => ({ find: 'SELF', filter: odd, sort: { _id: 1 } })),
  query.map((odd) => ({ count: 'SELF', query: odd })),
  fc.tuple(query, aName).map(([odd, key]) => ({ distinct: 'SELF', key, query: odd })),
  noDocument.map((odd) => ({ find: 'SELF', sort: odd })),
  noDocument.map((odd) => ({ findAndModify: 'SELF', query: {}, sort: odd, remove: true })),
  noDocument.map((odd) => ({ find: 'SELF', projection: odd, sort: { _id: 1 } })),
  noDocument.filter((odd) => !Array.isArray(odd)).map((odd) => ({ aggregate: 'SELF', pipeline: odd, cursor: {} })),
  noDocument.map((odd) => ({ aggregate: 'SELF', pipeline: [{ $match: odd }], cursor: {} })),
);

export const command: fc.Arbitrary<Action> = written.map((body) => ({ kind: 'command', body }));
