import type { Collection, Db } from 'mongodb';

interface StoredAnswer {
  _id: string;
  principalId: string;
  workspaceId: string;
  /** What the client sent back; absent while nobody answered. */
  result?: unknown;
  expiresAt: Date;
}

export interface AnswerOwner {
  principalId: string;
  workspaceId: string;
}

/** Questions asked in a request's stream, whose answers arrive in requests of their own, maybe at another instance. */
export class AnswerStore {
  readonly #answers: Collection<StoredAnswer>;

  constructor(db: Db) {
    this.#answers = db.collection<StoredAnswer>('answers');
  }

  async prepare(): Promise<void> {
    await this.#answers.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  async expect(id: string, owner: AnswerOwner, expiresAt: Date): Promise<void> {
    await this.#answers.insertOne({ _id: id, ...owner, expiresAt });
  }

  /** Only the first answer of the one who was asked counts. */
  async take(id: string, { principalId, workspaceId }: AnswerOwner, result: unknown): Promise<boolean> {
    const open = { _id: id, principalId, workspaceId, result: { $exists: false } };
    return (await this.#answers.updateOne(open, { $set: { result: result ?? null } })).modifiedCount === 1;
  }

  /** Undefined while nobody answered. */
  async read(id: string): Promise<unknown> {
    return (await this.#answers.findOne({ _id: id }))?.result;
  }

  async forget(id: string): Promise<void> {
    await this.#answers.deleteOne({ _id: id });
  }
}
