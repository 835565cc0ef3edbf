import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose from 'mongoose';

/** A document that is inserted with the transaction's next command to the store, or before its commit. */
interface Insert {
  collection: string;
  document: mongoose.mongo.BSON.Document;
}

/** So many inserts wait at most: beyond that a command more or less is nothing. */
const waitingMax = 200;
/** The wire version of MongoDB 8, which inserts into several collections by one command. */
const bulkWriteVersion = 25;

let isBulkWriteKnown = false;

/** Finds out whether inserts into several collections can go as one command; else they go collection by collection. */
export async function learnBulkWrite(db: mongoose.mongo.Db): Promise<void> {
  const { maxWireVersion } = await db.admin().command({ hello: 1 });
  isBulkWriteKnown = maxWireVersion >= bulkWriteVersion;
}

/** One attempt of a transaction. Its inserts wait, and go to the store together. */
export class OpenTransaction {
  readonly #session: mongoose.ClientSession;
  #waiting: Insert[] = [];
  #sent: Promise<void> = Promise.resolve();
  #afterCommit: (() => void)[] = [];
  #isOpen = true;

  constructor(session: mongoose.ClientSession) {
    this.#session = session;
  }

  /** False: the caller has to insert them. */
  add(collection: string, documents: readonly object[]): boolean {
    if (!this.#isOpen || this.#waiting.length + documents.length > waitingMax) return false;
    for (const document of documents) this.#waiting.push({ collection, document });
    return true;
  }

  /** Sends what waits. Reads and other writes of the transaction come behind it. */
  send(): Promise<void> {
    if (this.#waiting.length > 0) {
      const inserts = this.#waiting;
      this.#waiting = [];
      this.#sent = this.#sent.then(() => insertAll(inserts, this.#session));
    }
    return this.#sent;
  }

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** What is done in its context from now on takes no part in it. */
  close(): void {
    this.#isOpen = false;
  }

  committed(): void {
    for (const work of this.#afterCommit) work();
  }
}

const current = new AsyncLocalStorage<OpenTransaction>();

export function openTransaction(): OpenTransaction | undefined {
  return current.getStore();
}

export function runInTransaction<T>(transaction: OpenTransaction, work: () => Promise<T>): Promise<T> {
  return current.run(transaction, work);
}

async function insertAll(inserts: Insert[], session: mongoose.ClientSession): Promise<void> {
  const collections = [...new Set(inserts.map(({ collection }) => collection))];
  if (isBulkWriteKnown && collections.length > 1) return insertTogether(inserts, session);
  for (const name of collections) {
    const documents = inserts.filter(({ collection }) => collection === name).map(({ document }) => document);
    await mongoose.connection.db!.collection(name).insertMany(documents, { session, ignoreUndefined: true });
  }
}

async function insertTogether(inserts: Insert[], session: mongoose.ClientSession): Promise<void> {
  const { databaseName } = mongoose.connection.db!;
  const models = inserts.map(({ collection, document }) => {
    return { namespace: `${databaseName}.${collection}`, name: 'insertOne' as const, document };
  });
  try {
    await mongoose.connection.getClient().bulkWrite(models, { session, ignoreUndefined: true });
  } catch (error) {
    throw error instanceof mongoose.mongo.MongoClientBulkWriteError ? plainError(error) : error;
  }
}

/** As a command that inserts one document fails: with the server's code and labels, by which transactions run again. */
function plainError(error: mongoose.mongo.MongoClientBulkWriteError): Error {
  if (error.cause instanceof Error) return error.cause;
  const [first] = error.writeErrors.values();
  return first === undefined ? error : new mongoose.mongo.MongoServerError({ code: first.code, errmsg: first.message });
}
