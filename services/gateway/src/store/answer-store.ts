import type { Collection, Db } from 'mongodb';

interface StoredAnswer {
  _id: string;
  principalId: string;
  workspaceId: string;
  /** False after the call that asked has ended: who takes the answer acts on it. */
  isAwaited: boolean;
  /** Subject of the question, as its asker understands it. */
  about?: unknown;
  /** What the client sent back; absent while nobody answered. */
  result?: unknown;
  expiresAt: Date;
}

export interface AnswerOwner {
  principalId: string;
  workspaceId: string;
}

export type AskedQuestion = Pick<StoredAnswer, 'isAwaited' | 'about'>;

/** Questions asked in a request's stream, whose answers arrive in requests of their own, maybe at another instance. */
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

  /** Only the first answer of the one who was asked counts; null for any other. */
  take(id: string, { principalId, workspaceId }: AnswerOwner, result: unknown): Promise<AskedQuestion | null> {
    const open = { _id: id, principalId, workspaceId, result: { $exists: false } };
    return this.#answers.findOneAndUpdate(open, { $set: { result: result ?? null } }, { returnDocument: 'after' });
  }

  /** Undefined while nobody answered. */
  async read(id: string): Promise<unknown> {
    return (await this.#answers.findOne({ _id: id }))?.result;
  }

  /** The call that asked has ended. False when an answer has arrived before. */
  async abandon(id: string): Promise<boolean> {
    const open = { _id: id, result: { $exists: false } };
    return (await this.#answers.updateOne(open, { $set: { isAwaited: false } })).matchedCount === 1;
  }

  async forget(id: string): Promise<void> {
    await this.#answers.deleteOne({ _id: id });
  }
}
