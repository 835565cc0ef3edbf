import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Catalogue } from './catalogue.ts';
import type { Connection } from './connection.ts';
import { databaseFile, ensureFolder, lockFolder, openDatabase } from './data-folder.ts';
import { SnapshotPool } from './snapshot-pool.ts';
import { WriteQueue } from './write-queue.ts';

/** One data folder, open: the writer's connection, the catalogue, the queue of writes and the snapshots. */
export class Store {
  readonly file: string;
  readonly writer: Connection;
  readonly queue: WriteQueue;
  readonly catalogue: Catalogue;
  readonly snapshots: SnapshotPool;
  /** Counts committed changes; snapshots and catalogue entries are compared by it. */
  sequence = 1;
  private readonly lock: DatabaseSync;

  constructor(path: string, log: (line: string) => void = () => {}) {
    ensureFolder(path);
    this.lock = lockFolder(path);
    try {
      this.file = join(path, databaseFile);
      this.writer = openDatabase(path);
    } catch (error) {
      this.lock.close();
      throw error;
    }
    this.queue = new WriteQueue(this.writer, this.file);
    this.catalogue = new Catalogue(this.writer, this.queue);
    this.snapshots = new SnapshotPool(this.file);
    this.catalogue.load(0);
    this.queue.onRollback = (error) => {
      log(`writes were rolled back: ${error.message}`);
      this.writer.forgetStatements();
      this.catalogue.load(this.sequence);
    };
  }

  get sizeBytes(): number {
    return statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
  }

  async close(): Promise<void> {
    await this.queue.close();
    this.snapshots.close();
    try {
      this.writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The disk is full: the log stays, with everything in it.
    }
    this.writer.close();
    this.release();
  }

  /** Lets the next process have the folder. */
  release(): void {
    this.lock.close();
    rmSync(join(this.file, '..', 'lock.sqlite-journal'), { force: true });
  }
}
