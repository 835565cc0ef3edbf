import { contact, emailOf, has, made, type Task } from './task.ts';

/** Contacts, companies, lists, tags, fields, searches. */
export const recordTasks: readonly Task[] = [
  {
    wish: 'Save a new contact: Grace Hopper, grace@evaluation.example.',
    steps: [['save a new lead', { email: emailOf('Grace'), firstName: 'Grace', lastName: 'Hopper' }]],
    isDone: (stage) => has(stage, 'contacts', { email: emailOf('Grace'), lastName: 'Hopper' }),
  },
  {
    wish: 'The contact jobs@evaluation.example is now CTO: correct the job title.',
    steps: [
      ['show my contacts', { q: emailOf('Jobs') }],
      ['correct her job title', { title: 'CTO' }],
    ],
    arrange: (stage) => contact(stage, 'Jobs'),
    isDone: (stage) => has(stage, 'contacts', { email: emailOf('Jobs'), title: 'CTO' }),
  },
  {
    wish: 'stage@evaluation.example is interested: set the stage of the contact.',
    steps: [
      ['which leads do we have', { q: emailOf('Stage') }],
      ['move the lead to another stage', { stage: 'interested' }],
    ],
    arrange: (stage) => contact(stage, 'Stage'),
    isDone: (stage) => has(stage, 'contacts', { email: emailOf('Stage'), stage: 'interested' }),
  },
  {
    wish: 'Add the note "Prefers tea" to note@evaluation.example.',
    steps: [
      ['Kontakte anzeigen', { q: emailOf('Note') }],
      ['write down a note about her', { text: 'Prefers tea' }],
    ],
    arrange: (stage) => contact(stage, 'Note'),
    isDone: (stage) => has(stage, 'notes', { text: 'Prefers tea' }),
  },
  {
    wish: 'Tag tagged@evaluation.example with "vip".',
    steps: [
      ['show my contacts', { q: emailOf('Tagged') }],
      ['put a label on these people', { tags: ['vip'] }],
    ],
    arrange: (stage) => contact(stage, 'Tagged'),
    isDone: async (stage) => (await stage.request('GET', '/contacts?tag=vip')).body.data.length === 1,
  },
  {
    wish: 'Delete the contact gone@evaluation.example.',
    steps: [['show my contacts', { q: emailOf('Gone') }], ['delete a contact']],
    arrange: (stage) => contact(stage, 'Gone'),
    isDone: async (stage) => !(await has(stage, 'contacts', { email: emailOf('Gone'), deletedAt: null })),
  },
  {
    wish: 'erased@evaluation.example demands by GDPR that all their personal data is deleted.',
    steps: [['show my contacts', { q: emailOf('Erased') }], ['delete all personal data of someone under GDPR']],
    arrange: (stage) => contact(stage, 'Erased'),
    isDone: async (stage) => !(await has(stage, 'contacts', { email: emailOf('Erased') })),
  },
  {
    wish: 'Twina@evaluation.example and Twinb@evaluation.example are one person: merge the two contacts.',
    steps: [['show my contacts', { q: 'twin' }], ['the same person is stored twice']],
    arrange: async (stage) => [await contact(stage, 'Twina'), await contact(stage, 'Twinb')],
    isDone: async ({ request }) => (await request('GET', '/contacts?q=twin')).body.data.length === 1,
  },
  {
    wish: 'Import this CSV: email,firstName / csv@evaluation.example,Carla',
    steps: [['import a CSV', { content: 'email,firstName\ncsv@evaluation.example,Carla\n', format: 'csv' }]],
    isDone: (stage) => until(() => has(stage, 'contacts', { email: 'csv@evaluation.example' })),
  },
  {
    wish: 'Add these contacts in one go: bulk1@evaluation.example, bulk2@evaluation.example.',
    steps: [['add many contacts at once', { contacts: [{ email: emailOf('Bulk1') }, { email: emailOf('Bulk2') }] }]],
    isDone: (stage) => has(stage, 'contacts', { email: emailOf('Bulk2') }),
  },
  {
    wish: 'Create a list called "Fair in May".',
    steps: [['neue Liste anlegen', { name: 'Fair in May' }]],
    isDone: (stage) => has(stage, 'lists', { name: 'Fair in May' }),
  },
  {
    wish: 'Put listed@evaluation.example on the list "Shortlist".',
    steps: [['show my lists'], ['show my contacts', { q: emailOf('Listed') }], ['put her on a list']],
    arrange: async (stage) => [await contact(stage, 'Listed'), await made(stage, '/lists', { name: 'Shortlist' })],
    isDone: async ({ request, db }) => {
      const list = await db.collection('lists').findOne({ name: 'Shortlist' });
      return (await request('GET', `/contacts?listId=${list?._id}`)).body.data.length === 1;
    },
  },
  {
    wish: 'Rename the list "Old name" to "New name".',
    steps: [['which lists are there'], ['rename a list', { name: 'New name' }]],
    arrange: (stage) => made(stage, '/lists', { name: 'Old name' }),
    isDone: (stage) => has(stage, 'lists', { name: 'New name' }),
  },
  {
    wish: 'Create a tag "hot".',
    steps: [['make a new label', { name: 'hot' }]],
    isDone: (stage) => has(stage, 'tags', { name: 'hot' }),
  },
  {
    wish: 'Add a number field "Budget" (key budget) to contacts.',
    steps: [['add a custom field', { key: 'budget', label: 'Budget', type: 'number' }]],
    isDone: (stage) => has(stage, 'custom_fields', { key: 'budget' }),
  },
  {
    wish: 'Save the company Acme GmbH with the domain acme.example.',
    steps: [['Firma anlegen', { name: 'Acme GmbH', domain: 'acme.example' }]],
    isDone: (stage) => has(stage, 'companies', { domain: 'acme.example' }),
  },
  {
    wish: 'The company Branch Ltd is in the industry "Retail": correct it.',
    steps: [
      ['show companies', { q: 'Branch' }],
      ['change the industry of a company', { industry: 'Retail' }],
    ],
    arrange: (stage) => made(stage, '/companies', { name: 'Branch Ltd', domain: 'branch.example' }),
    isDone: (stage) => has(stage, 'companies', { domain: 'branch.example', industry: 'Retail' }),
  },
  {
    wish: 'Find three heads of sales at software companies in Germany and reveal them.',
    steps: [
      ['find new prospects', { description: 'heads of sales at software companies in Germany', limit: 3 }],
      ['unlock their email addresses'],
    ],
    isDone: async ({ db }) => (await db.collection('contacts').countDocuments({ source: 'search' })) === 3,
  },
  {
    wish: 'Define our ideal customer: a profile for people called "Buyers", title is Head of Sales.',
    steps: [
      [
        'define the ideal customer',
        {
          name: 'Buyers',
          kind: 'person',
          criteria: [{ field: 'title', operator: 'contains', value: ['Sales'], weight: 10 }],
        },
      ],
    ],
    isDone: (stage) => has(stage, 'target_profiles', { name: 'Buyers' }),
  },
];

const patienceMs = 20_000;

/** Time limit of a job. */
async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await new Promise((go) => setTimeout(go, 100)))
    if (await isSo()) return true;
  return false;
}
