import { type Collection, MongoClient } from 'mongodb';

interface Stored {
  _id: string;
  [field: string]: unknown;
}

const batchSize = 2_000;
const start = Date.UTC(2024, 0, 1);
const first = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Margaret', 'Radia'];
const title = ['Head of Sales', 'Buyer', 'Engineer', 'Analyst', 'Director'];

/** 4321 is "Bcdeson": each contact has a last name of its own. */
export const lastNameOf = (index: number): string =>
  `${[...String(index)]
    .map((digit) => 'abcdefghij'[Number(digit)])
    .reverse()
    .join('')}son`;

/** Words and their beginnings of four and two letters, as the core keeps them. */
const searchWordsOf = (...texts: string[]): string[] => {
  const words = texts
    .join(' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return [...new Set(words.flatMap((word) => [word.slice(0, 4), word.slice(0, 2), word]))];
};

/** Contacts in which each filter fits a known share: one in two to one in five thousand. */
const varied = (template: Stored, index: number, count: number, listId: string): Stored => {
  const email = `person${index}@firm${index % Math.ceil(count / 20)}.example`;
  const names = { firstName: first[index % first.length]!, lastName: lastNameOf(index) };
  const facts = { email, ...names, title: title[index % title.length]!, companyDomain: email.split('@')[1]! };
  const { declaredBasis, ...rest } = template;
  return {
    ...rest,
    ...facts,
    _id: `con_00${String(index).padStart(24, '0')}`,
    ...(index % 2 === 0 && { declaredBasis }),
    emailStatus: index % 3 === 0 ? 'valid' : 'unverified',
    stage: index % 1_000 === 0 ? 'interested' : index % 10 === 0 ? 'contacted' : 'new',
    source: index < count / 2 ? 'import' : 'api',
    tags: [...(index % 5 === 0 ? ['fair'] : []), ...(index % 5_000 === 0 ? ['rare'] : [])],
    listIds: index % 4 === 0 ? [listId] : [],
    doNotContact: index % 100 === 99,
    ...(index % 4 > 0 && { score: { value: (index * 7) % 101, grade: 'B' } }),
    ...(index % 500 === 0 && { lastRepliedAt: new Date(start + index * 1_000) }),
    createdAt: new Date(start + index * 1_000),
    updatedAt: new Date(start + ((index * 7_919) % count) * 1_000),
    searchWords: searchWordsOf(names.firstName, names.lastName, email, facts.title),
  };
};

/** Fills the workspace of a contact that the API has stored with `count` others of the same form. */
export const seedContacts = async (
  uri: string,
  database: string,
  contactId: string,
  listId: string,
  count: number,
): Promise<void> => {
  const client = await new MongoClient(uri, { ignoreUndefined: true }).connect();
  const contacts: Collection<Stored> = client.db(database).collection('contacts');
  const template = (await contacts.findOne({ _id: contactId }))!;
  for (let index = 0; index < count; index += batchSize) {
    const size = Math.min(batchSize, count - index);
    const batch = Array.from({ length: size }, (_, place) => varied(template, index + place, count, listId));
    await contacts.insertMany(batch, { ordered: false });
  }
  await client.close();
};
