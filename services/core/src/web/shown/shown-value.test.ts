import { expect, test } from 'vitest';
import { shown } from './shown-value.ts';

const id = 'cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV';

test('a record that is named beside its ID is one link', () => {
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

test('IDs of other records are links, and the record’s own ID is hidden', () => {
  expect(shown({ id, campaignId: id })).toEqual({
    is: 'facts',
    facts: [{ label: 'Campaign', value: { is: 'link', href: `/app/campaigns/${id}`, text: 'campaign', id } }],
  });
});

test('shows a distribution as labeled bars', () => {
  const facts = shown({ histogram: [3, 0, 0, 0, 0, 0, 0, 0, 0, 7] });
  expect(facts).toMatchObject({ facts: [{ value: { is: 'histogram', most: 7 } }] });
  expect(JSON.stringify(facts)).toContain('{"label":"90 to 100","count":7}');
});

test('steps count from one; countries, fields, and events are shown in words', () => {
  const record = {
    stepIndex: 0,
    country: 'DE',
    fields: ['doNotContact'],
    type: 'message.sent',
    emailStatus: 'catch_all',
  };
  expect(shown(record)).toEqual({
    is: 'facts',
    facts: [
      { label: 'Step', value: { is: 'number', text: '1' } },
      { label: 'Country', value: { is: 'text', text: 'Germany' } },
      { label: 'Fields', value: { is: 'text', text: 'do not contact' } },
      { label: 'Type', value: { is: 'text', text: 'message sent' } },
      { label: 'Email status', value: { is: 'state', text: 'catch_all', kind: 'emailStatus' } },
    ],
  });
});

test('a port has no digit grouping', () => {
  expect(shown({ port: 2525, sent: 2525 })).toMatchObject({
    facts: [{ value: { text: '2525' } }, { value: { text: '2,525' } }],
  });
});
