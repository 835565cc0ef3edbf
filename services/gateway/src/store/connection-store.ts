import type { Collection, Db } from 'mongodb';

const listSizeMax = 200;
const touchEveryMs = 60_000;

export interface DailyLimits {
  credits: number | null;
  recipients: number | null;
}

/** What a person sets for a connection. */
export type ConnectionLimits = Pick<Connection, 'dailyLimits' | 'runsAtOnce'>;

/** For grants that were given before there were limits. */
export const defaultDailyLimits: DailyLimits = { credits: 25, recipients: 0 };

/** What a user granted to a client: which workspace and which scopes. One per OAuth grant. */
export interface Connection {
  _id: string;
  userId: string;
  clientId: string;
  clientName: string;
  /** The site that it returned to; absent for a program on the person's own computer. */
  clientHost?: string;
  workspaceId: string;
  scopes: string[];
  /** What it may do in a day without a person's approval in the application; null: no limit. */
  dailyLimits: DailyLimits;
  /** Small changes that can be taken back run without a confirmation. */
  runsAtOnce?: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date;
}

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
    return this.#connections.find({ userId }).sort({ createdAt: -1 }).limit(listSizeMax).toArray();
  }

  /** Removes it if it is this user's; false when there is none. */
  async removeOf(userId: string, grantId: string): Promise<boolean> {
    return (await this.#connections.deleteOne({ _id: grantId, userId })).deletedCount === 1;
  }

  /** False when it is not this user's. */
  async limit(userId: string, grantId: string, limits: ConnectionLimits): Promise<boolean> {
    return (await this.#connections.updateOne({ _id: grantId, userId }, { $set: limits })).matchedCount === 1;
  }

  async remove(grantId: string): Promise<void> {
    await this.#connections.deleteOne({ _id: grantId });
  }

  /** Notes the last use, at most once a minute, and so keeps it listed. */
  async touch(connection: Connection, now: Date, expiresAt: Date): Promise<void> {
    if (connection.lastUsedAt && now.getTime() - connection.lastUsedAt.getTime() < touchEveryMs) return;
    await this.#connections.updateOne({ _id: connection._id }, { $set: { lastUsedAt: now, expiresAt } });
  }
}
