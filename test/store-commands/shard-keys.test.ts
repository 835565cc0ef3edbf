import { expect, test } from 'vitest';
import { lookupsOf } from '../../services/core/src/testing/store-commands/lookup.ts';
import { isTargeted, readShardKeys } from './shard-keys.ts';

test('the table of the document names the shard key of each collection', () => {
  const keys = readShardKeys(new URL('../../docs/scaling.md', import.meta.url).pathname);
  expect(keys.get('contacts')).toBe('workspaceId');
  expect(keys.get('events')).toBe('workspaceId');
  expect(keys.get('idempotency')).toBe('_id');
  expect(keys.get('users')).toBeNull();
});

test.each([
  [{ workspaceId: 'w' }, true],
  [{ workspaceId: { $in: ['w', 'v'] } }, true],
  [{ $and: [{ state: 'new' }, { workspaceId: 'w' }] }, true],
  [{ $or: [{ workspaceId: 'w' }, { workspaceId: 'v' }] }, true],
  [{ $or: [{ workspaceId: 'w' }, { state: 'new' }] }, false],
  [{ workspaceId: { $gt: 'w' } }, false],
  [{ workspaceId: null }, false],
  [{ _id: 'c' }, false],
])('%j targets specific shards: %s', (filter, isKnown) => {
  expect(isTargeted(filter, 'workspaceId')).toBe(isKnown);
});

test('lookups of a command include its statements, matches, and joins', () => {
  const filter = { workspaceId: 'w' };
  const sort = new Map([['_id', -1]]);
  expect(lookupsOf('find', { find: 'notes', filter, sort })).toEqual([
    { command: 'find', collection: 'notes', filter, sort: { _id: -1 } },
  ]);
  expect(lookupsOf('update', { update: 'notes', updates: [{ q: filter }, { q: { _id: 'n' } }] })).toHaveLength(2);
  const pipeline = [{ $match: filter }, { $lookup: { from: 'contacts', localField: 'a', foreignField: 'b', as: 'c' } }];
  expect(lookupsOf('aggregate', { aggregate: 'notes', pipeline })).toEqual([
    { command: 'aggregate', collection: 'notes', filter },
    { command: '$lookup', collection: 'contacts', filter: { b: null } },
  ]);
  expect(lookupsOf('insert', { insert: 'notes', documents: [{}] })).toEqual([]);
});
