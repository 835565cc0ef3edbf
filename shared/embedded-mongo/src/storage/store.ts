import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Catalogue } from './catalogue.ts';
import type { Connection } from './connection.ts';
import { DataFolderError, databaseFile, ensureFolder, isProtected, lockFolder, openDatabase } from './data-folder.ts';
import { emptyLog } from './log/empty-log.ts';
import { Outcomes } from './outcomes.ts';
import { SnapshotPool } from './snapshot-pool.ts';
import { describeLogDamage, fileChecksum, findLogDamage } from './verify-files.ts';
import { refuseIncompleteFile } from './whole-file.ts';
import { WriteQueue } from './write-queue.ts';

/** One open data folder: the connection of the writer, the catalog, the write queue, and the snapshots. */
export class Store {
  readonly file: string;
  readonly writer: Connection;
  readonly queue: WriteQueue;
  readonly catalogue: Catalogue;
  readonly snapshots: SnapshotPool;
  readonly outcomes: Outcomes;
  /** Number of committed changes. Used to compare snapshots and catalog entries. */
  sequence = 1;
  private readonly lock: DatabaseSync;

  constructor(path: string, log: (line: string) => void = () => {}, now = () => new Date()) {
    ensureFolder(path);
    this.lock = lockFolder(path);
    try {
      this.file = join(path, databaseFile);
      refuseIncompleteFile(path);
      const damage = findLogDamage(path);
      if (damage) throw new DataFolderError(`${describeLogDamage(damage)}; run embedded-mongo repair --path ${path}`);
      this.writer = openDatabase(path);
    } catch (error) {
      this.lock.close();
      throw error;
    }
    this.queue = new WriteQueue(this.writer, this.file);
    if (this.emptyLog()) this.queue.log.markEmpty();
    this.catalogue = new Catalogue(this.writer, this.queue);
    this.outcomes = new Outcomes(this.writer, this.queue, now);
    this.snapshots = new SnapshotPool(this.file);
    this.catalogue.load(0);
    this.queue.onRollback = (error) => {
      log(`writes were rolled back: ${error.message}`);
      this.writer.forgetStatements();
      this.catalogue.load(this.sequence);
    };
  }

  /** False if the disk is too full. The log then keeps all of its content. */
  private emptyLog(): boolean {
    try {
      return emptyLog(this.writer, this.file, (frames) => this.queue.log.markMoved(frames));
    } catch {
      return false;
    }
  }

  /** False if documents of an earlier version may still lack a checksum. */
  get isProtected(): boolean {
    return isProtected(this.writer);
  }

  get sizeBytes(): number {
    return statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
  }

  async close(): Promise<void> {
    await this.queue.close();
    this.closeUnwritten();
  }

  /** Closes a store without any writes. */
  closeUnwritten(): void {
    this.snapshots.close();
    const isEmpty = this.emptyLog();
    this.writer.close();
    if (isEmpty) this.queue.log.markEmpty(fileChecksum(this.file));
    this.queue.log.close();
    this.lock.close();
    rmSync(join(this.file, '..', 'lock.sqlite-journal'), { force: true });
  }
}
