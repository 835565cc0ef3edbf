import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Connection } from './connection.ts';
import { reserveFile } from './data-folder.ts';
import { freeBytesAt } from './log/state.ts';

const reserveBytes = 4 * 1024 * 1024;
/** The reserve is made, also again, only where it leaves this much. */
const leftBytesMin = 4 * 1024 * 1024;
/** Pages inside the file that new documents can take without making it larger. */
const freePagesMin = 256;

/**
 * Space that is set aside while the disk has some. On a full disk it is given up, so that the log can be moved and
 * documents can be deleted; new ones are stored again once the file has room for them inside or the disk has.
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

  /** True when it has made room on a disk that is full. */
  spend(): boolean {
    if (this.isSpent || freeBytesAt(this.database) >= reserveBytes) return false;
    rmSync(this.file, { force: true });
    this.isSpent = true;
    return true;
  }

  /** Whether there is room for more than deleting. */
  get hasRoom(): boolean {
    if (!this.isSpent) return true;
    if (this.make()) {
      this.isSpent = false;
      return true;
    }
    return this.connection.get<[number]>('PRAGMA freelist_count')![0] >= freePagesMin;
  }
}
