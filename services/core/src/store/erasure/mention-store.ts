import mongoose from 'mongoose';
import { distinctWords } from '../../domain/fields/search-words.ts';
import { ContactModel } from '../contacts/contact-model.ts';

interface Keyed {
  _id: string;
  workspaceId: string;
  version?: number;
}
type Collection = mongoose.mongo.Collection<Keyed>;
export type StoredDocument = Keyed & Record<string, unknown>;

/** A document of either database, with what may be done to it. */
export interface FoundDocument {
  name: string;
  document: StoredDocument;
  /** Sets these members, if none of them has changed since; answers whether it did. */
  change(members: Record<string, unknown>): Promise<boolean>;
  remove(): Promise<true>;
}

/**
 * What is the workspace's own: its people, mailboxes and settings. Files that wait for a job go with it, and what it does
 * about somebody who was erased is the job's.
 */
const ownCollections = [
  'api_keys',
  'invitations',
  'mailboxes',
  'memberships',
  'pending_erasures',
  'sessions',
  'upload_chunks',
  'uploads',
  'webhooks',
];
const batchSize = 200;

/** Every document that a workspace has in these databases, besides what is its own. */
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
      const changed = await collection.updateOne({ _id, workspaceId, ...before }, { $set: { ...members, ...version } });
      return changed.matchedCount === 1;
    },
    async remove() {
      await collection.deleteOne({ _id, workspaceId });
      return true;
    },
  };
}

const namesakesMax = 1_000;

/** Ids of the contacts who are called the same. */
export async function findNamesakes(workspaceId: string, firstName = '', lastName = ''): Promise<string[]> {
  const words = distinctWords(firstName, lastName);
  if (firstName === '' || lastName === '') return [];
  const found = await ContactModel.find({ workspaceId, searchWords: { $all: words } }, { firstName: 1, lastName: 1 })
    .limit(namesakesMax)
    .lean<{ _id: string; firstName?: string; lastName?: string }[]>();
  const name = `${firstName} ${lastName}`.toLowerCase();
  return found.filter((other) => `${other.firstName} ${other.lastName}`.toLowerCase() === name).map(({ _id }) => _id);
}
