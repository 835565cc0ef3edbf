import { expect, test } from 'vitest';
import { shown } from './shown-value.ts';

const id = 'cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV';

test('a record that is named beside its id is one link', () => {
  const table = shown([{ campaignId: id, name: 'Autumn', sent: 3 }]);
  expect(table).toEqual({
    is: 'table',
    heads: ['Name', 'Sent'],
    rows: [
      [
        { is: 'link', href: `/app/campaigns/${id}`, text: 'Autumn' },
        { is: 'number', text: '3' },
      ],
    ],
  });
});

test('ids of others are links, its own is not', () => {
  expect(shown({ id, campaignId: id })).toEqual({
    is: 'facts',
    facts: [
      { label: 'Campaign', value: { is: 'link', href: `/app/campaigns/${id}`, text: 'campaign', id } },
      { label: 'ID', value: { is: 'code', text: id } },
    ],
  });
});

test('a distribution is bars with what they stand for', () => {
  const facts = shown({ histogram: [3, 0, 0, 0, 0, 0, 0, 0, 0, 7] });
  expect(facts).toMatchObject({ facts: [{ value: { is: 'histogram', most: 7 } }] });
  expect(JSON.stringify(facts)).toContain('{"label":"90 to 100","count":7}');
});
