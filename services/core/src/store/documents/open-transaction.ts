import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose from 'mongoose';

/** Document to insert, or change of an existing one. Sent with the next command to the store, or before the commit. */
export type PendingWrite = { collection: string } & (
  | { document: mongoose.mongo.BSON.Document; keys: readonly string[] }
  | { filter: mongoose.mongo.BSON.Document; update: mongoose.mongo.BSON.Document }
);

/** Maximum number of pending writes. Beyond it, combining saves too little. */
export const waitingMax = 200;
/** Wire version of MongoDB 8, which inserts into several collections with one command. */
const bulkWriteVersion = 25;

let isBulkWriteKnown = false;

/** Detects whether one command can insert into several collections. Otherwise, inserts are sent per collection. */
export async function learnBulkWrite(db: mongoose.mongo.Db): Promise<void> {
  const { maxWireVersion } = await db.admin().command({ hello: 1 });
  isBulkWriteKnown = maxWireVersion >= bulkWriteVersion;
}

/** One attempt of a transaction. Its inserts are queued and sent to the store together. */
export abstract class OpenTransaction {
  protected waiting: PendingWrite[] = [];
  #afterCommit: (() => void)[] = [];
  #isOpen = true;

  /** `keysOf` returns keys that no two documents can share. Returns false if the caller must insert them. */
  add<Doc extends object>(collection: string, documents: readonly Doc[], keysOf: (document: Doc) => string[]): boolean {
    if (!this.#isOpen || this.waiting.length + documents.length > waitingMax) return false;
    for (const document of documents)
      this.waiting.push({ collection, document, keys: this.isShared ? keysOf(document) : [] });
    return true;
  }

  /** Queues a change of one existing document with the inserts. Returns false if the caller must make the change. */
  change(collection: string, filter: object, update: object): boolean {
    if (!this.#isOpen || this.waiting.length >= waitingMax) return false;
    this.waiting.push({ collection, filter, update });
    return true;
  }

  /**
   * Runs before each other command of the transaction, with mongoose's operation name and its single collection, if
   * any.
   */
  abstract before(operation?: string, collection?: string): Promise<void>;

  /** True if its reads can be combined with others, because it has no session of its own. */
  abstract readonly isShared: boolean;

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** Excludes all further work in its context from the transaction. */
  close(): void {
    this.#isOpen = false;
  }

  committed(): void {
    for (const work of this.#afterCommit) work();
  }
}

/** Transaction with its own session. Reads and other writes of a collection run after the writes pending for it. */
export class OwnTransaction extends OpenTransaction {
  readonly isShared = false;
  readonly #session: mongoose.ClientSession;
  #sent: Promise<void> = Promise.resolve();

  constructor(session: mongoose.ClientSession) {
    super();
    this.#session = session;
  }

  before(_operation?: string, asked?: string): Promise<void> {
    const isMet = asked === undefined || this.waiting.some(({ collection }) => collection === asked);
    // Writes already being sent come first anyway, since a session runs one command at a time.
    return isMet ? this.send() : this.#sent;
  }

  send(): Promise<void> {
    if (this.waiting.length > 0) {
      const writes = this.waiting;
      this.waiting = [];
      this.#sent = this.#sent.then(async () => void (await writeAll(writes, this.#session)));
    }
    return this.#sent;
  }
}

const current = new AsyncLocalStorage<OpenTransaction>();

export function openTransaction(): OpenTransaction | undefined {
  return current.getStore();
}

export function runInTransaction<T>(transaction: OpenTransaction, work: () => Promise<T>): Promise<T> {
  return current.run(transaction, work);
}

/** Returns how many of the documents to change existed. */
export async function writeAll(writes: readonly PendingWrite[], session: mongoose.ClientSession): Promise<number> {
  const collections = [...new Set(writes.map(({ collection }) => collection))];
  if (isBulkWriteKnown && collections.length > 1) return writeTogether(writes, session);
  let matched = 0;
  for (const name of collections) {
    const collection = mongoose.connection.db!.collection(name);
    const own = writes.filter((write) => write.collection === name);
    const documents = own.flatMap((write) => ('document' in write ? write.document : []));
    if (documents.length > 0) await collection.insertMany(documents, { session, ignoreUndefined: true });
    for (const write of own)
      if ('update' in write)
        matched += (await collection.updateOne(write.filter, write.update, { session })).matchedCount;
  }
  return matched;
}

async function writeTogether(writes: readonly PendingWrite[], session: mongoose.ClientSession): Promise<number> {
  const { databaseName } = mongoose.connection.db!;
  const models = writes.map((write) => {
    const namespace = `${databaseName}.${write.collection}`;
    if ('document' in write) return { namespace, name: 'insertOne' as const, document: write.document };
    return { namespace, name: 'updateOne' as const, filter: write.filter, update: write.update };
  });
  try {
    const done = await mongoose.connection.getClient().bulkWrite(models, { session, ignoreUndefined: true });
    return done.matchedCount;
  } catch (error) {
    throw error instanceof mongoose.mongo.MongoClientBulkWriteError ? plainError(error) : error;
  }
}

/**
 * Converts the error to that of a single insert, with the server's code and labels, which control transaction retries.
 */
function plainError(error: mongoose.mongo.MongoClientBulkWriteError): Error {
  if (error.cause instanceof Error) return error.cause;
  const [first] = error.writeErrors.values();
  return first === undefined ? error : new mongoose.mongo.MongoServerError({ code: first.code, errmsg: first.message });
}
