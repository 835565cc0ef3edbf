import { expect, test } from 'vitest';
import { changesInWords, plannedUpdate } from './planned-update.ts';

const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  title: 'Head',
  phones: ['1', '2'],
  customFields: { tier: 'gold' },
};
function update(changes: object) {
  return plannedUpdate({ type: 'contact', id: 'con_1', label: 'Ada', before: contact, changes });
}

test('shows removed values as null, with the old value next to it', () => {
  expect(update({ title: 'CTO', lastName: undefined })).toEqual({
    op: 'update',
    type: 'contact',
    id: 'con_1',
    label: 'Ada',
    changes: { title: 'CTO', lastName: null },
    before: { title: 'Head', lastName: 'Lovelace' },
    removed: { lastName: 'Lovelace' },
  });
  expect(update({ title: 'CTO' })).not.toHaveProperty('removed');
});

test.each([
  [{ title: 'CTO' }, 'title'],
  [{ title: 'CTO', firstName: 'Augusta' }, 'title, first name'],
  [{ lastName: null, firstName: null }, 'removes last name, first name'],
  [{ title: 'CTO', lastName: null }, 'title; removes last name'],
  [{ phones: [] }, 'removes phones'],
  [{ phones: ['2', '3'] }, 'phones; removes 1 of phones'],
  [{ customFields: { budget: 7 } }, 'custom fields; removes custom fields (tier)'],
  [{ doNotContact: false }, 'do not contact'],
])('describes the changes as %j', (changes, words) => {
  expect(changesInWords(update(changes))).toBe(words);
});

test('counts names that do not fit into a sentence', () => {
  const many = Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`field${index}`, index]));
  expect(changesInWords(update(many))).toMatch(/, field19 and 3 more$/);
});
