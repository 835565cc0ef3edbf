import type { Collection, Db } from 'mongodb';

/** Models of the authorization server that belong to a grant and are deleted with it. */
const grantableModels = ['AccessToken', 'AuthorizationCode', 'RefreshToken'];

export interface ProviderRecord {
  _id: string;
  payload: Record<string, unknown>;
  grantId?: string;
  uid?: string;
  consumedAt?: Date;
  expiresAt?: Date;
}

/** The authorization server's records: one collection per model, expired by TTL indexes. */
export class ProviderStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async prepare(models: readonly string[]): Promise<void> {
    for (const model of models) {
      const records = this.#records(model);
      await records.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
      if (grantableModels.includes(model)) await records.createIndex({ grantId: 1 }, { sparse: true });
      if (model === 'Session') await records.createIndex({ uid: 1 }, { sparse: true });
    }
  }

  async save(model: string, id: string, payload: Record<string, unknown>, expiresAt?: Date): Promise<void> {
    const { grantId, uid } = payload as Partial<Record<'grantId' | 'uid', string>>;
    const record = { payload, ...(grantId && { grantId }), ...(uid && { uid }) };
    await this.#records(model).replaceOne(
      { _id: id },
      { ...record, ...(expiresAt && { expiresAt }) },
      { upsert: true },
    );
  }

  find(model: string, id: string): Promise<ProviderRecord | null> {
    return this.#records(model).findOne({ _id: id });
  }

  findByUid(model: string, uid: string): Promise<ProviderRecord | null> {
    return this.#records(model).findOne({ uid });
  }

  /** Marks a record as used. False if it was already used. */
  async consume(model: string, id: string, at: Date): Promise<boolean> {
    const filter = { _id: id, consumedAt: { $exists: false } };
    const { modifiedCount } = await this.#records(model).updateOne(filter, { $set: { consumedAt: at } });
    return modifiedCount === 1;
  }

  async remove(model: string, id: string): Promise<void> {
    await this.#records(model).deleteOne({ _id: id });
  }

  async removeByGrant(model: string, grantId: string): Promise<void> {
    await this.#records(model).deleteMany({ grantId });
  }

  async postpone(model: string, id: string, expiresAt: Date): Promise<void> {
    await this.#records(model).updateOne({ _id: id }, { $set: { expiresAt } });
  }

  async removeGrant(grantId: string): Promise<void> {
    for (const model of grantableModels) await this.removeByGrant(model, grantId);
    await this.remove('Grant', grantId);
  }

  #records(model: string): Collection<ProviderRecord> {
    return this.#db.collection<ProviderRecord>(`oauth_${model}`);
  }
}
