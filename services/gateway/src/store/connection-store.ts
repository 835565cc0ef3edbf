import type { Collection, Db } from 'mongodb';

const listSizeMax = 200;
const touchEveryMs = 60_000;

export interface DailyLimits {
  credits: number | null;
  recipients: number | null;
}

/** Settings of a connection that a person chooses. */
export type ConnectionLimits = Pick<Connection, 'dailyLimits' | 'runsAtOnce'>;

/** For grants from before the limits existed. */
export const defaultDailyLimits: DailyLimits = { credits: 25, recipients: 0 };

/** A user's grant to a client: one workspace and a set of scopes. One per OAuth grant. */
export interface Connection {
  _id: string;
  userId: string;
  clientId: string;
  clientName: string;
  /** Site that the client returned to. Absent for a program on the person's own computer. */
  clientHost?: string;
  workspaceId: string;
  scopes: string[];
  /** Daily limits of what it may do without a person's approval in the application. Null means no limit. */
  dailyLimits: DailyLimits;
  /** True if small, reversible changes run without a confirmation. */
  runsAtOnce?: boolean;
  /** Stamp of the person's authority at the core. Absent for connections from before stamps. */
  stamp?: string;
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

  /** Connections of a user, in one workspace or in all. */
  listAllOf(userId: string, workspaceId?: string): Promise<Connection[]> {
    return this.#connections.find({ userId, ...(workspaceId !== undefined && { workspaceId }) }).toArray();
  }

  /** Removes a connection of this user. False if this user has no such connection. */
  async removeOf(userId: string, grantId: string): Promise<boolean> {
    return (await this.#connections.deleteOne({ _id: grantId, userId })).deletedCount === 1;
  }

  /** False if the connection belongs to another user. */
  async limit(userId: string, grantId: string, limits: ConnectionLimits): Promise<boolean> {
    return (await this.#connections.updateOne({ _id: grantId, userId }, { $set: limits })).matchedCount === 1;
  }

  async remove(grantId: string): Promise<void> {
    await this.#connections.deleteOne({ _id: grantId });
  }

  /** Records the last use, at most once per minute, which keeps the connection listed. */
  async touch(connection: Connection, now: Date, expiresAt: Date): Promise<void> {
    if (connection.lastUsedAt && now.getTime() - connection.lastUsedAt.getTime() < touchEveryMs) return;
    await this.#connections.updateOne({ _id: connection._id }, { $set: { lastUsedAt: now, expiresAt } });
  }
}
