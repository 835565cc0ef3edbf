import { type Collection, type Db, MongoServerError } from 'mongodb';

const duplicateKey = 11000;

interface Secret {
  _id: string;
  value: unknown;
  createdAt: Date;
}

/** Keys that the gateway creates on its first start, shared by all its instances. */
export class SecretStore {
  readonly #secrets: Collection<Secret>;

  constructor(db: Db) {
    this.#secrets = db.collection<Secret>('secrets');
  }

  /** Returns the stored value or creates it. If two instances start concurrently, the first one wins. */
  async obtain<T>(name: string, make: () => Promise<T>): Promise<T> {
    const found = await this.#secrets.findOne({ _id: name });
    if (found) return found.value as T;
    const value = await make();
    try {
      await this.#secrets.insertOne({ _id: name, value, createdAt: new Date() });
      return value;
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== duplicateKey) throw error;
      return (await this.#secrets.findOne({ _id: name }))?.value as T;
    }
  }
}
