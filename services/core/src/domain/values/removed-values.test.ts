import { expect, test } from 'vitest';
import { removedValues } from './removed-values.ts';

const before = {
  name: 'Ada',
  note: 'Line one',
  count: 3,
  isOpen: true,
  none: null,
  at: new Date('2026-01-02T00:00:00Z'),
  tags: ['vip', 'navy'],
  place: { city: 'Arlington', country: 'US' },
  own: { tier: 'gold', budget: 10 },
  steps: [
    { id: 'stp_1', body: 'One', variants: [{ id: 'B', body: 'Other' }] },
    { id: 'stp_2', body: 'Two', variants: [] },
  ],
  rules: [
    { field: 'title', value: 'CTO' },
    { field: 'city', value: 'Rome' },
  ],
};

test.each([
  ['nothing where members only change', { name: 'Grace', count: 4, isOpen: false }, {}],
  ['nothing where there was none', { none: null, unknown: null }, {}],
  ['members that are null or undefined', { name: null, count: undefined }, { name: 'Ada', count: 3 }],
  ['an emptied text', { note: '' }, { note: 'Line one' }],
  ['a date', { at: null }, { at: before.at }],
  ['an emptied list', { tags: [] }, { tags: ['vip', 'navy'] }],
  ['an item that leaves a list', { tags: ['navy', 'new'] }, { tags: ['vip'] }],
  ['keys of an object', { own: { budget: 12, size: 1 } }, { 'own.tier': 'gold' }],
  ['an object that becomes empty', { own: {} }, { own: { tier: 'gold', budget: 10 } }],
  ['parts of a place', { place: { country: 'US', city: null } }, { 'place.city': 'Arlington' }],
  ['a record of a list', { steps: [before.steps[0]] }, { steps: [before.steps[1]] }],
  [
    'parts of a record of a list',
    { steps: [{ id: 'stp_1', body: '', variants: [] }, before.steps[1]] },
    { 'steps.0.body': 'One', 'steps.0.variants': [{ id: 'B', body: 'Other' }] },
  ],
  ['records without IDs by their value', { rules: [{ value: 'CTO', field: 'title' }] }, { rules: [before.rules[1]] }],
])('names %s', (_name, changes, removed) => {
  expect(removedValues(before, changes)).toEqual(removed);
});

test('truncates long texts', () => {
  const removed = removedValues({ body: `${'x'.repeat(499)}😀 and more` }, { body: null });
  expect(removed.body).toBe(`${'x'.repeat(499)}…`);
});
