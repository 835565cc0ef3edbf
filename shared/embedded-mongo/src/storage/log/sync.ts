import { closeSync, existsSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { markFile } from '../data-folder.ts';
import { emptyMark, type LogMark, MarkWriter } from './mark.ts';
import { readSalts } from './scan.ts';

/** Limit for a quick disk, in milliseconds. Quick syncs run in this thread, and slower ones in another thread. */
const quickSyncMs = 0.6;
/** Number of syncs between two attempts with a slow disk. */
const probeEvery = 256;

/** Makes the log durable. */
export class LogSync {
  private readonly file: string;
  private log: number | undefined;
  private syncMs = 0;
  private syncs = 0;
  private readonly mark: MarkWriter;
  /** Counted since the start: syncs of the log, and frames written to it. */
  readonly counts = { syncs: 0, frames: 0 };
  private framesBefore = 0;
  /** Counts the start and the end of each truncation. A mark must not describe the earlier content of the log. */
  private cuts = 0;

  constructor(file: string) {
    this.file = file;
    this.mark = new MarkWriter(join(dirname(file), markFile));
    // Opened early, because a process can have only a limited number of open files and connections.
    if (existsSync(`${file}-wal`)) this.descriptor();
  }

  /** A disk is not quick while another thread writes a lot to it, whatever its earlier speed. */
  run(isDiskBusy: boolean, frames: number, done: (error: Error | null) => void): void {
    this.counts.syncs += 1;
    // A log that is shorter than before has restarted.
    this.counts.frames += frames >= this.framesBefore ? frames - this.framesBefore : frames;
    this.framesBefore = frames;
    const salts = readSalts(this.descriptor());
    const { cuts } = this;
    const finish = (error: Error | null) => {
      if (!error && cuts === this.cuts && !this.isCutting)
        this.mark.write({ salts, frames, isMoved: false, file: undefined });
      done(error);
    };
    const isQuick = this.syncMs < quickSyncMs || ++this.syncs % probeEvery === 0;
    if (isQuick && !isDiskBusy) this.syncHere(finish);
    else fdatasync(this.descriptor(), finish);
  }

  /** Handing over to another thread costs more than a sync of a quick disk. */
  private syncHere(finish: (error: Error | null) => void): void {
    const started = performance.now();
    try {
      fdatasyncSync(this.descriptor());
    } catch (error) {
      finish(error as Error);
      return;
    }
    this.syncMs += (performance.now() - started - this.syncMs) / 4;
    finish(null);
  }

  private descriptor(): number {
    if (this.log !== undefined) return this.log;
    this.log = openSync(`${this.file}-wal`, 'r+');
    const folder = openSync(dirname(this.file), 'r');
    fsyncSync(folder);
    closeSync(folder);
    return this.log;
  }

  /** Records that all frames are also in the database file. */
  markMoved(frames: number): void {
    this.mark.write({ salts: readSalts(this.descriptor()), frames, isMoved: true, file: undefined });
  }

  private get isCutting(): boolean {
    return this.cuts % 2 === 1;
  }

  beginCut(): void {
    this.cuts++;
    this.markEmpty();
  }

  endCut(): void {
    this.cuts++;
  }

  markEmpty(file?: LogMark['file']): void {
    this.mark.write({ ...emptyMark, file });
  }

  close(): void {
    this.mark.close();
    if (this.log !== undefined) closeSync(this.log);
  }
}
