import { closeSync, existsSync, fdatasync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { markFile } from '../data-folder.ts';
import { emptyMark, type LogMark, MarkWriter } from './mark.ts';
import { readSalts } from './scan.ts';

/** A disk that syncs faster than this is waited for; a slower one is left to another thread. */
const quickSyncMs = 0.6;
/** How often a slow disk is tried again. */
const probeEvery = 256;

/** Makes the log durable. */
export class LogSync {
  private readonly file: string;
  private log: number | undefined;
  private syncMs = 0;
  private syncs = 0;
  private readonly mark: MarkWriter;
  /** Since the start: how often the log was made durable, and how many frames were written to it by then. */
  readonly counts = { syncs: 0, frames: 0 };
  private framesBefore = 0;
  /** Counts the beginnings and ends of cuts: no mark may speak of what was in the log before. */
  private cuts = 0;

  constructor(file: string) {
    this.file = file;
    this.mark = new MarkWriter(join(dirname(file), markFile));
    // Later there may be none left for it: a process can have so many files and connections and no more.
    if (existsSync(`${file}-wal`)) this.descriptor();
  }

  /** While another thread writes much to the same disk it is not quick, whatever it was before. */
  run(isDiskBusy: boolean, frames: number, done: (error: Error | null) => void): void {
    this.counts.syncs += 1;
    // A log that is shorter than before was begun again.
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

  /** Handing over to a thread costs more than a quick disk takes. */
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

  /** All frames are in the database file as well. */
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
