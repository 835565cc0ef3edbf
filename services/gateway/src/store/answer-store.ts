import type { Collection, Db } from 'mongodb';

interface StoredAnswer {
  _id: string;
  principalId: string;
  workspaceId: string;
  /** False after the call that asked has ended. The request that delivers the answer then acts on it. */
  isAwaited: boolean;
  /** Subject of the question, as its asker understands it. */
  about?: unknown;
  /** Result sent by the client. Absent until someone answers. */
  result?: unknown;
  expiresAt: Date;
}

export interface AnswerOwner {
  principalId: string;
  workspaceId: string;
}

export type AskedQuestion = Pick<StoredAnswer, 'isAwaited' | 'about'>;

/** Questions asked in a request's stream. Their answers arrive in separate requests, possibly at another instance. */
export class AnswerStore {
  readonly #answers: Collection<StoredAnswer>;

  constructor(db: Db) {
    this.#answers = db.collection<StoredAnswer>('answers');
  }

  async prepare(): Promise<void> {
    await this.#answers.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  async expect(id: string, owner: AnswerOwner, expiresAt: Date, about?: unknown): Promise<void> {
    await this.#answers.insertOne({
      _id: id,
      ...owner,
      isAwaited: true,
      expiresAt,
      ...(about !== undefined && { about }),
    });
  }

  /** Accepts only the first answer of the client that was asked. Null for any other. */
  take(id: string, { principalId, workspaceId }: AnswerOwner, result: unknown): Promise<AskedQuestion | null> {
    const open = { _id: id, principalId, workspaceId, result: { $exists: false } };
    return this.#answers.findOneAndUpdate(open, { $set: { result: result ?? null } }, { returnDocument: 'after' });
  }

  /** Undefined until someone answers. */
  async read(id: string): Promise<unknown> {
    return (await this.#answers.findOne({ _id: id }))?.result;
  }

  /** Marks the end of the call that asked. False if an answer arrived before. */
  async abandon(id: string): Promise<boolean> {
    const open = { _id: id, result: { $exists: false } };
    return (await this.#answers.updateOne(open, { $set: { isAwaited: false } })).matchedCount === 1;
  }

  async forget(id: string): Promise<void> {
    await this.#answers.deleteOne({ _id: id });
  }
}
