import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Connection } from './connection.ts';
import { reserveFile } from './data-folder.ts';
import { freeBytesAt } from './log/state.ts';

const reserveBytes = 4 * 1024 * 1024;
/** Free space in bytes that must remain after creating the reserve, including later attempts. */
const leftBytesMin = 4 * 1024 * 1024;
/** Number of free pages inside the file that new documents can use without enlarging it. */
const freePagesMin = 256;

/**
 * Disk space held in reserve. A full disk releases the reserve, which makes room for moving the log and deleting
 * documents. New documents are accepted again once the file or the disk has enough room.
 */
export class Reserve {
  private readonly file: string;
  private readonly database: string;
  private readonly connection: Connection;
  private isSpent: boolean;

  constructor(connection: Connection, database: string) {
    this.connection = connection;
    this.database = database;
    this.file = join(dirname(database), reserveFile);
    this.isSpent = !existsSync(this.file) && !this.make();
  }

  private make(): boolean {
    if (freeBytesAt(this.database) < reserveBytes + leftBytesMin) return false;
    try {
      writeFileSync(this.file, Buffer.alloc(reserveBytes), { mode: 0o600 });
      return true;
    } catch {
      rmSync(this.file, { force: true });
      return false;
    }
  }

  /** True if it released space on a full disk. */
  spend(): boolean {
    if (this.isSpent || freeBytesAt(this.database) >= reserveBytes) return false;
    rmSync(this.file, { force: true });
    this.isSpent = true;
    return true;
  }

  /** True if there is room for writes other than deletes. */
  get hasRoom(): boolean {
    if (!this.isSpent) return true;
    if (this.make()) {
      this.isSpent = false;
      return true;
    }
    return this.connection.get<[number]>('PRAGMA freelist_count')![0] >= freePagesMin;
  }
}
