import { expect, test } from 'vitest';
import { doubtAbout, hasGoneBack, type StoreEpoch } from './restore-epoch.ts';

const place = { path: '/data', inode: 7 };
const store: StoreEpoch = { epoch: 'now', counter: 5, previous: ['before'], place };
const here = { mark: { epoch: 'now', counter: 5 }, place };

test('raises no doubt after a restart, or after a process was killed before writing the journal', () => {
  expect(doubtAbout(store, { journal: { epoch: 'now', counter: 5 }, folder: here })).toBeNull();
  expect(doubtAbout(store, { journal: { epoch: 'now', counter: 4 }, folder: here })).toBeNull();
  expect(doubtAbout(store, { journal: null, folder: { ...here, mark: { epoch: 'now', counter: 3 } } })).toBeNull();
});

test('raises no doubt when a new machine joins with the same store', () => {
  expect(doubtAbout({ ...store, place: null }, { journal: null })).toBeNull();
});

test('raises no doubt on the first start of a version with epochs', () => {
  const first = { epoch: 'now', counter: 0, previous: [], place };
  expect(doubtAbout(first, { journal: null, folder: { mark: null, place } })).toBeNull();
});

test.each([
  ['a volume snapshot, with the journal on another disk', { journal: { epoch: 'now', counter: 6 }, folder: here }],
  ['a journal of another installation', { journal: { epoch: 'other', counter: 1 }, folder: here }],
  [
    'a store folder that was replaced by an older one',
    { journal: null, folder: { ...here, mark: { epoch: 'now', counter: 9 } } },
  ],
  ['a copied folder', { journal: null, folder: { ...here, place: { path: '/copy', inode: 9 } } }],
  [
    'a folder that was restored in its place',
    { journal: null, folder: { ...here, place: { path: '/data', inode: 9 } } },
  ],
  ['a store in a folder without a mark', { journal: null, folder: { mark: null, place } }],
  ['a folder of another state', { journal: null, folder: { ...here, mark: { epoch: 'other', counter: 1 } } }],
])('doubts %s', (_name, witnesses) => {
  expect(doubtAbout(store, witnesses)).toEqual(expect.any(String));
});

test('does not mistake a store moved into a data folder for a copy', () => {
  expect(doubtAbout({ ...store, place: null }, { journal: null, folder: { mark: null, place } })).toBeNull();
});

test('recognizes the epoch before a confirmed restore', () => {
  expect(doubtAbout(store, { journal: { epoch: 'before', counter: 90 }, folder: here })).toBeNull();
});

test('detects a restore under running processes, but accepts a confirmed one', () => {
  const seen = { epoch: 'now', counter: 5 };
  expect(hasGoneBack(seen, store)).toBe(false);
  expect(hasGoneBack(seen, { ...store, counter: 6 })).toBe(false);
  expect(hasGoneBack(seen, { ...store, counter: 4 })).toBe(true);
  expect(hasGoneBack(seen, null)).toBe(true);
  expect(hasGoneBack(seen, { ...store, epoch: 'next', counter: 0, previous: ['now'] })).toBe(false);
  expect(hasGoneBack(seen, { ...store, epoch: 'foreign', previous: [] })).toBe(true);
});
