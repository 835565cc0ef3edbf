import { Connection } from './connection.ts';

const idleMax = 16;
const cacheMegabytes = 2;

/** Read connections that each hold one state of the database for the life of a transaction. */
export class SnapshotPool {
  private readonly file: string;
  private readonly idle: Connection[] = [];

  constructor(file: string) {
    this.file = file;
  }

  /** The state as of now; what is in an open batch is not part of it, so the caller commits that first. */
  take(): Connection {
    const connection = this.idle.pop() ?? new Connection(this.file, { readOnly: true, cacheMegabytes });
    connection.exec('BEGIN');
    connection.get('SELECT 1 FROM collections LIMIT 1');
    return connection;
  }

  release(connection: Connection): void {
    // Its cached pages are of no use to the next snapshot once something has been written.
    connection.exec('ROLLBACK; PRAGMA shrink_memory');
    if (this.idle.length < idleMax) this.idle.push(connection);
    else connection.close();
  }

  close(): void {
    for (const connection of this.idle) connection.close();
    this.idle.length = 0;
  }
}
