import mongoose from 'mongoose';
import { searchedWords } from '../../domain/fields/search-words.ts';
import { ContactModel } from '../contacts/contact-model.ts';
import { markedUpdate } from '../feed/change-marks.ts';

interface Keyed {
  _id: string;
  workspaceId: string;
  version?: number;
}
type Collection = mongoose.mongo.Collection<Keyed>;
export type StoredDocument = Keyed & Record<string, unknown>;

/** Document of either database, with the changes it allows. */
export interface FoundDocument {
  name: string;
  document: StoredDocument;
  /** Sets these members if none has changed since. Returns true if it did. */
  change(members: Record<string, unknown>): Promise<boolean>;
  remove(): Promise<true>;
}

/**
 * Collections with the workspace's own data: its people, mailboxes, and settings. Pending job files are removed with
 * the job, which also handles erased people.
 */
const ownCollections = [
  'api_keys',
  'invitations',
  'mailboxes',
  'memberships',
  'own_row_postings',
  'pending_erasures',
  'sessions',
  'upload_chunks',
  'uploads',
  'webhooks',
];
const batchSize = 200;

/** Yields every document of a workspace in these databases, except its own data. */
export async function* documentsOf(workspaceId: string, databases: string[]): AsyncGenerator<FoundDocument> {
  const client = mongoose.connection.getClient();
  for (const database of databases) {
    const db = client.db(database);
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      if (ownCollections.includes(name) || name.startsWith('system.')) continue;
      const collection: Collection = db.collection(name);
      for await (const document of collection.find({ workspaceId }).batchSize(batchSize))
        yield foundDocument(collection, document as StoredDocument);
    }
  }
}

function foundDocument(collection: Collection, document: StoredDocument): FoundDocument {
  const { _id, workspaceId } = document;
  return {
    name: collection.collectionName,
    document,
    async change(members) {
      const before = Object.fromEntries(Object.keys(members).map((key) => [key, document[key]]));
      const version = document.version === undefined ? {} : { version: document.version + 1 };
      const update = markedUpdate(collection.collectionName, { $set: { ...members, ...version } });
      const changed = await collection.updateOne({ _id, workspaceId, ...before }, update);
      return changed.matchedCount === 1;
    },
    async remove() {
      await collection.deleteOne({ _id, workspaceId });
      return true;
    },
  };
}

const namesakesMax = 1_000;

/** IDs of the contacts with the same name. */
export async function findNamesakes(workspaceId: string, firstName = '', lastName = ''): Promise<string[]> {
  const words = searchedWords(firstName, lastName);
  if (firstName === '' || lastName === '') return [];
  const found = await ContactModel.find({ workspaceId, searchWords: { $all: words } }, { firstName: 1, lastName: 1 })
    .limit(namesakesMax)
    .lean<{ _id: string; firstName?: string; lastName?: string }[]>();
  const name = `${firstName} ${lastName}`.toLowerCase();
  return found.filter((other) => `${other.firstName} ${other.lastName}`.toLowerCase() === name).map(({ _id }) => _id);
}
