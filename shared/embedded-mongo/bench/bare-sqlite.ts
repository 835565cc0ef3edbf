import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { serialize } from 'bson';
import { encodeCompound } from '../src/bson/key-encoding.ts';
import { type Contact, contact } from './contacts.ts';

const rangeSize = 50;

/**
 * The baseline: node:sqlite in this process on a copy of the server's file. It reads and writes the same BSON bytes
 * through the same indexes with the same durability. It has no protocol, no queries, and only one client.
 */
export class BareSqlite {
  private readonly database: DatabaseSync;
  private readonly byId: StatementSync;
  private readonly range: StatementSync;
  private readonly insertDocument: StatementSync;
  private readonly insertKeys: StatementSync[];
  private readonly update: StatementSync;
  private nextId = 2_100_000_000;

  constructor(file: string) {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768');
    const { id } = database.prepare("SELECT id FROM collections WHERE name = 'contacts'").get() as { id: number };
    const indexes = database.prepare('SELECT id FROM indexes WHERE collection = ? ORDER BY id').all(id);
    const [byId, byDate, byEmail] = indexes.map((index) => `x${index.id}`);
    const join = (index: string) => `FROM ${index} x CROSS JOIN d${id} d ON d.r = x.r`;
    this.database = database;
    this.byId = database.prepare(`SELECT d.r, d.doc ${join(byId!)} WHERE x.k = ?`);
    this.range = database.prepare(`SELECT d.doc ${join(byDate!)} WHERE x.k >= ? ORDER BY x.k LIMIT ${rangeSize}`);
    this.insertDocument = database.prepare(`INSERT INTO d${id} (doc) VALUES (?)`);
    this.insertKeys = [byId, byDate, byEmail].map((table) => database.prepare(`INSERT INTO ${table} VALUES (?, ?)`));
    this.update = database.prepare(`UPDATE d${id} SET doc = ? WHERE r = ?`);
  }

  read(id: number): unknown {
    return this.byId.get(encodeCompound([id], [1]));
  }

  readRange({ workspaceId, createdAt }: Contact): unknown {
    return this.range.all(encodeCompound([workspaceId, createdAt], [1, -1]));
  }

  insert(): void {
    const document = contact(this.nextId++);
    const { _id, workspaceId, createdAt, email } = document;
    this.transaction(() => {
      const { lastInsertRowid } = this.insertDocument.run(serialize(document));
      const keys = [
        encodeCompound([_id], [1]),
        encodeCompound([workspaceId, createdAt], [1, -1]),
        encodeCompound([workspaceId, email], [1, 1]),
      ];
      for (const [at, key] of keys.entries()) this.insertKeys[at]!.run(key, lastInsertRowid);
    });
  }

  updateAll(ids: readonly number[]): void {
    this.transaction(() => {
      for (const id of ids) {
        const { r, doc } = this.read(id) as { r: number; doc: Uint8Array };
        // SQLite skips the write if nothing changes.
        doc[doc.length - 3]! ^= 1;
        this.update.run(doc, r);
      }
    });
  }

  private transaction(work: () => void): void {
    this.database.exec('BEGIN IMMEDIATE');
    work();
    this.database.exec('COMMIT');
  }

  close(): void {
    this.database.close();
  }
}
