import type { Collection, Db } from 'mongodb';

const LIST_MAX = 200;
const TOUCH_EVERY_MS = 60_000;

/** What a user granted to a client: which workspace and which scopes. One per OAuth grant. */
export type Connection = {
  _id: string;
  userId: string;
  clientId: string;
  clientName: string;
  workspaceId: string;
  scopes: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date;
};

export class ConnectionStore {
  readonly #connections: Collection<Connection>;

  constructor(db: Db) {
    this.#connections = db.collection<Connection>('connections');
  }

  async prepare(): Promise<void> {
    await this.#connections.createIndex({ userId: 1, createdAt: -1 });
    await this.#connections.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  async add(connection: Connection): Promise<void> {
    await this.#connections.insertOne(connection);
  }

  find(grantId: string): Promise<Connection | null> {
    return this.#connections.findOne({ _id: grantId });
  }

  listOf(userId: string): Promise<Connection[]> {
    return this.#connections.find({ userId }).sort({ createdAt: -1 }).limit(LIST_MAX).toArray();
  }

  /** Removes it if it is this user's; false when there is none. */
  async removeOf(userId: string, grantId: string): Promise<boolean> {
    return (await this.#connections.deleteOne({ _id: grantId, userId })).deletedCount === 1;
  }

  async remove(grantId: string): Promise<void> {
    await this.#connections.deleteOne({ _id: grantId });
  }

  /** Notes the last use, at most once a minute, and so keeps it listed. */
  async touch(connection: Connection, now: Date, expiresAt: Date): Promise<void> {
    if (connection.lastUsedAt && now.getTime() - connection.lastUsedAt.getTime() < TOUCH_EVERY_MS) return;
    await this.#connections.updateOne({ _id: connection._id }, { $set: { lastUsedAt: now, expiresAt } });
  }
}
