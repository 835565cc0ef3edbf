import type { Collection, Db } from 'mongodb';

interface Stored {
  _id: string;
  [field: string]: unknown;
}

const batchSize = 2_000;
const start = Date.UTC(2024, 0, 1);
const first = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Margaret', 'Radia'];
const title = ['Head of Sales', 'Buyer', 'Engineer', 'Analyst', 'Director'];

/** 4321 becomes "Bcdeson", so that each contact has a different last name. */
export function lastNameOf(index: number): string {
  return `${[...String(index)]
    .map((digit) => 'abcdefghij'[Number(digit)])
    .reverse()
    .join('')}son`;
}

function factsOf(index: number, count: number) {
  const email = `person${index}@firm${index % Math.ceil(count / 20)}.example`;
  const names = { firstName: first[index % first.length]!, lastName: lastNameOf(index) };
  return { email, ...names, title: title[index % title.length]!, companyDomain: email.split('@')[1]! };
}

/** Search values of this contact. */
export function wordsOf(index: number, count: number): string[] {
  const { firstName, lastName, title, companyDomain } = factsOf(index, count);
  return [firstName, lastName, title.split(' ').at(-1)!, companyDomain.split('.')[0]!, firstName.slice(0, 3)];
}

/** Words and their prefixes of four and two letters, as the core stores them. */
function searchWordsOf(...texts: string[]): string[] {
  const words = texts
    .join(' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return [...new Set(words.flatMap((word) => [word.slice(0, 4), word.slice(0, 2), word]))];
}

/** Contacts of which each filter matches a known share: from half to one in five thousand. */
function varied(template: Stored, index: number, count: number, listId: string): Stored {
  const facts = factsOf(index, count);
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
    searchWords: searchWordsOf(facts.firstName, facts.lastName, facts.email, facts.title),
  };
}

/** Range of contacts to store: from one number up to another. */
interface Range {
  from: number;
  to: number;
}

/** Fills the workspace with copies of a contact that was created over the API. */
export async function seedContacts(db: Db, contactId: string, listId: string, { from, to }: Range): Promise<void> {
  const contacts = db.collection<Stored>('contacts');
  const template = (await contacts.findOne({ _id: contactId }))!;
  await withoutIndexes(contacts, async () => {
    for (let index = from; index < to; index += batchSize) {
      const size = Math.min(batchSize, to - index);
      const batch = Array.from({ length: size }, (_, place) => varied(template, index + place, to, listId));
      await contacts.insertMany(batch, { ordered: false });
    }
  });
}

/** Building an index over all documents costs a fraction of growing it with each insert. */
async function withoutIndexes(collection: Collection<Stored>, work: () => Promise<void>): Promise<void> {
  const indexes = (await collection.indexes()).filter(({ name }) => name !== '_id_');
  await collection.dropIndexes();
  await work();
  for (const { v: _version, key, ...options } of indexes) await collection.createIndex(key, options);
}
