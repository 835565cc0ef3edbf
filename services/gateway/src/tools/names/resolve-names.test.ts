import { beforeEach, expect, test } from 'vitest';
import { loadContract } from '../../core-client/contract.ts';
import { type LookUp, resolveNames } from './resolve-names.ts';

const actions = new Map(loadContract().actions.map((action) => [action.name, action]));
function id(prefix: string, last: string): string {
  return `${prefix}_01J8Z3K4M5N6P7Q8R9S0T1V2W${last}`;
}

/** Records by the operation that lists them. */
let stored: Record<string, { id: string; name?: string; email?: string; fullName?: string }[]>;
let asked: [string, Record<string, unknown>][];
beforeEach(() => {
  asked = [];
  stored = {
    list_contacts: [
      { id: id('con', '1'), email: 'ada@analytical.example', fullName: 'Ada Lovelace' },
      { id: id('con', '2'), email: 'alan@one.example', fullName: 'Alan Smith' },
      { id: id('con', '3'), email: 'alan@two.example', fullName: 'Alan Smith' },
    ],
    list_lists: [
      { id: id('lst', '1'), name: 'Spring' },
      { id: id('lst', '2'), name: 'Sommerliste Zürich' },
    ],
    list_campaigns: [{ id: id('cmp', '1'), name: 'Autumn' }],
  };
});

/** The core, one record per page. */
const lookUp: LookUp = async (list, input) => {
  asked.push([list, input]);
  const all = stored[list] ?? [];
  const at = Number(input.cursor ?? 0);
  return { items: all.slice(at, at + 1), nextCursor: at + 1 < all.length ? String(at + 1) : null };
};

async function resolved(name: string, input: Record<string, unknown>) {
  const notes: string[] = [];
  return { input: await resolveNames(actions.get(name)!.inputSchema, input, notes, lookUp), notes };
}

test('reads exact names in any case, and the email address of a contact', async () => {
  const { input, notes } = await resolved('enroll_contacts', {
    campaignId: 'autumn',
    contactIds: ['ADA@analytical.example', id('con', '9'), ' ada lovelace '],
  });
  expect(input).toEqual({
    campaignId: id('cmp', '1'),
    contactIds: [id('con', '1'), id('con', '9'), id('con', '1')],
  });
  expect(notes).toEqual([
    `campaignId: "autumn", read as ${id('cmp', '1')}`,
    `contactIds.0: "ADA@analytical.example", read as ${id('con', '1')}`,
    `contactIds.2: "ada lovelace", read as ${id('con', '1')}`,
  ]);
  expect(asked).toContainEqual([
    'list_contacts',
    { where: { field: 'email', op: 'eq', value: 'ADA@analytical.example' }, limit: 100 },
  ]);
});

test('reads names inside filters and changes', async () => {
  const change = { addToLists: ['spring'], removeFromLists: ['Sommerliste Zürich'] };
  const { input } = await resolved('change_contacts', { filter: { listId: 'Spring' }, change });
  expect(input).toEqual({
    filter: { listId: id('lst', '1') },
    change: { addToLists: [id('lst', '1')], removeFromLists: [id('lst', '2')] },
  });
  // The whole list is read once.
  expect(asked.map(([name]) => name)).toEqual(['list_lists', 'list_lists']);
});

test('names candidates if several records have the name, or none', async () => {
  await expect(resolved('get_contact', { contactId: 'Alan Smith' })).rejects.toThrow(
    `contactId: several records (contact) are named "Alan Smith": "alan@one.example" "Alan Smith" (${id('con', '2')}), ` +
      `"alan@two.example" "Alan Smith" (${id('con', '3')}). Give the ID.`,
  );
  await expect(resolved('get_list', { listId: 'Sprinng' })).rejects.toThrow(
    `listId: no list is named "Sprinng". Similar: "Spring" (${id('lst', '1')}). Find the ID with list_lists.`,
  );
});

test('leaves IDs, other texts, and records without names to the schema', async () => {
  for (const [name, input] of [
    ['get_contact', { contactId: id('com', '1') }],
    ['get_message', { messageId: 'Hello' }],
    ['create_list', { name: 'Spring' }],
    ['get_contact', { contactId: '' }],
  ] as const)
    expect((await resolved(name, input)).input).toEqual(input);
  expect(asked).toEqual([]);
});

test('looks up a limited number of names', async () => {
  const contactIds = Array.from({ length: 21 }, (_, index) => `person${index}@x.example`);
  await expect(resolved('enroll_contacts', { campaignId: id('cmp', '1'), contactIds })).rejects.toThrow('At most 20');
  expect(asked).toEqual([]);
});
