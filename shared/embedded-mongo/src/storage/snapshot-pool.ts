import { tooManyFilesOpen } from '../errors.ts';
import { Connection } from './connection.ts';

const idleMax = 16;
const cacheMegabytes = 2;
const sqliteCannotOpen = 14;

interface Shared {
  sequence: number;
  users: number;
}

/** Read connections. Each holds one state of the database as long as a transaction reads it. */
export class SnapshotPool {
  private readonly file: string;
  private readonly idle: Connection[] = [];
  private readonly shared = new Map<Connection, Shared>();
  private newest: Connection | undefined;

  constructor(file: string) {
    this.file = file;
  }

  /** The current state, between two batches. Transactions that begin before the next write share one connection. */
  take(sequence: number): Connection {
    const known = this.newest && this.shared.get(this.newest);
    if (known?.sequence === sequence) {
      known.users++;
      return this.newest!;
    }
    const connection = this.idle.pop() ?? this.open();
    connection.run('BEGIN');
    connection.get('SELECT 1 FROM collections LIMIT 1');
    this.shared.set(connection, { sequence, users: 1 });
    this.newest = connection;
    return connection;
  }

  /** Reads from the database immediately, to open all of its files now. */
  private open(): Connection {
    let connection: Connection | undefined;
    try {
      connection = new Connection(this.file, { readOnly: true, cacheMegabytes });
      connection.get('SELECT 1 FROM collections LIMIT 1');
      return connection;
    } catch (error) {
      connection?.close();
      throw (error as { errcode?: number }).errcode === sqliteCannotOpen ? tooManyFilesOpen() : error;
    }
  }

  release(connection: Connection): void {
    if (--this.shared.get(connection)!.users > 0) return;
    this.shared.delete(connection);
    if (this.newest === connection) this.newest = undefined;
    connection.run('ROLLBACK');
    if (this.idle.length < idleMax) this.idle.push(connection);
    else connection.close();
  }

  close(): void {
    for (const connection of this.idle) connection.close();
    this.idle.length = 0;
  }
}
