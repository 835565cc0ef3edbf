import { expect, test } from 'vitest';
import { nearNames } from './near-names.ts';

const names = [
  'list_contacts',
  'list_lists',
  'create_list',
  'add_to_list',
  'get_contact',
  'get_contact_timeline',
  'get_me',
];

test.each([
  ['list-contacts', 'list_contacts'],
  ['listContacts', 'list_contacts'],
  ['LIST_CONTACTS', 'list_contacts'],
  ['list contacts', 'list_contacts'],
  ['listcontacts', 'list_contacts'],
  ['contacts_list', 'list_contacts'],
  ['mcp__outbound__list_contacts', 'list_contacts'],
  ['outbound.list_contacts', 'list_contacts'],
  ['functions/getContactTimeline', 'get_contact_timeline'],
  ['list_contcats', 'list_contacts'],
  ['get_contacts', 'get_contact'],
  ['ad_to_list', 'add_to_list'],
  ['getMe', 'get_me'],
])('suggests for %s first %s', (asked, name) => {
  expect(nearNames(asked, names)[0]).toBe(name);
});

test.each(['', '…', 'send_fax', 'x'.repeat(60)])('suggests nothing for %j', (asked) => {
  expect(nearNames(asked, names)).toEqual([]);
});
