import type { Connection } from '../connection.ts';
import { CheckpointThread } from './checkpoint-thread.ts';
import { Gate } from './gate.ts';
import { frameHeaderBytes, freeBytesAt, type LogLimits, type LogState, limitsFor, readLogState } from './state.ts';
import type { LogSync } from './sync.ts';

/** Holders of snapshots. The log cannot restart until all of them have ended. */
export interface SnapshotHolders {
  readonly count: number;
  /** True if all holders end within the time limit. */
  whenNone(limitMs: number): Promise<boolean>;
  endAll(): void;
}

/**
 * A reader in another thread needs the log unchanged. Nothing is moved until the reader ends, unless the log grows too
 * large.
 */
export interface LogHold {
  endBytes: number;
  onTooLarge(): void;
}

const noHolders: SnapshotHolders = { count: 0, whenNone: async () => true, endAll: () => {} };

/** Number of rounds that block writers. After that, the log can grow until snapshots are ended. */
const quietRoundsMax = 3;
/** Time for which new transactions wait until open ones end, in milliseconds. Other writes continue. */
const waitForHoldersMs = 150;

/**
 * Keeps the log small. SQLite restarts the log once all of it is in the database file and no snapshot reads from it.
 * Under steady load, this never happens without help. A separate thread therefore moves the log while writers continue.
 * Writers are then blocked briefly while the thread moves the rest.
 */
export class Checkpoints {
  private readonly connection: Connection;
  private readonly file: string;
  private readonly thread: CheckpointThread;
  private readonly pageBytes: number;
  private readonly log: LogSync;
  private readonly endBatch: () => void;
  /** Frames in the log after the last commit. */
  frames = 0;
  holders: SnapshotHolders = noHolders;
  readonly writers = new Gate();
  /** Blocks new transactions before writers are blocked. */
  readonly transactions = new Gate();
  private limits: LogLimits;
  private nextBytes: number;
  /** Log size at which writers wait until the move has finished, whatever its progress. */
  private closeBytes = Number.POSITIVE_INFINITY;
  private running: Promise<void> | undefined;
  private held: LogHold | undefined;
  private isClosed = false;
  private isWritten = false;

  constructor(connection: Connection, file: string, log: LogSync, endBatch: () => void) {
    this.connection = connection;
    this.file = file;
    this.log = log;
    this.endBatch = endBatch;
    this.pageBytes = connection.get<[number]>('PRAGMA page_size')![0];
    this.thread = new CheckpointThread(file, this.pageBytes);
    this.limits = limitsFor(freeBytesAt(file));
    this.nextBytes = this.limits.startBytes;
  }

  private get state(): LogState {
    return readLogState(this.connection, this.pageBytes);
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** Call this after each commit. */
  committed(): void {
    this.isWritten = true;
    const { bytes, frames } = this.state;
    this.frames = frames;
    if (this.isClosed) return;
    if (this.held) {
      if (bytes >= this.held.endBytes) this.held.onTooLarge();
      return;
    }
    this.thread.start();
    if (this.running && bytes >= this.closeBytes) this.holdUpWriters();
    if (!this.running && bytes >= this.nextBytes) void this.run(this.limits.isTight);
  }

  /** On a full disk, the space of the log is released as soon as possible. */
  makeRoom(): void {
    this.limits = limitsFor(freeBytesAt(this.file));
    this.held?.onTooLarge();
    if (!this.running && !this.isClosed && !this.held) void this.run(true);
  }

  /** From here on, the log grows until `release`. */
  async hold(hold: LogHold): Promise<void> {
    this.held = hold;
    while (this.running) await this.running;
  }

  /** Can be called within a batch. The log is then moved after the next commit, or the next time it is emptied. */
  release(): void {
    this.held = undefined;
  }

  /** Empties the log. Deleted and overwritten data is then in no file. */
  async empty(): Promise<void> {
    if (this.isClosed || this.held) return;
    while (this.running) await this.running;
    if (this.isWritten && !this.held) await this.run(true);
  }

  private run(truncates: boolean): Promise<void> {
    this.closeBytes = this.frames * (this.pageBytes + frameHeaderBytes) + this.limits.startBytes;
    const running = this.cycle(truncates).finally(() => {
      this.running = undefined;
      this.transactions.open();
      this.writers.open();
    });
    this.running = running;
    return running;
  }

  private async cycle(truncates: boolean): Promise<void> {
    await this.thread.run('move');
    const isDone = await this.finish();
    if (this.isClosed) return;
    this.limits = limitsFor(freeBytesAt(this.file));
    // After a failed attempt, the next one starts when the log has grown by the same amount again.
    this.endBatch();
    this.nextBytes = (isDone ? 0 : this.state.bytes) + this.limits.startBytes;
    if (isDone && truncates) await this.cut();
  }

  /**
   * No mark can be written in between, because it would describe a log that no longer exists. Cached pages still
   * contain the bytes cleared in the file. SQLite rereads them, because another connection has restarted the log.
   */
  private async cut(): Promise<void> {
    this.isWritten = false;
    this.frames = 0;
    this.log.beginCut();
    await this.thread.run('truncate');
    this.log.endCut();
  }

  /** Moves the pages written meanwhile, with writers blocked. True if the log can restart. */
  private async finish(): Promise<boolean> {
    this.transactions.close();
    for (let round = 0; round < quietRoundsMax && !this.isClosed; round++) {
      const areNone = await this.holders.whenNone(waitForHoldersMs);
      this.endBatch();
      if (!areNone && this.state.bytes < this.limits.endBytes) return false;
      if (!areNone) await this.endHolders();
      this.holdUpWriters();
      this.endBatch();
      await this.thread.run('move');
      this.endBatch();
      const { isMoved, frames } = this.state;
      if (isMoved && frames > 0) this.log.markMoved(frames);
      if (isMoved && this.holders.count === 0) return true;
    }
    return false;
  }

  /** Most of the log was held by their snapshots. It is moved while writers continue. */
  private async endHolders(): Promise<void> {
    this.holders.endAll();
    this.closeBytes = this.state.bytes + this.limits.startBytes;
    this.writers.open();
    await this.thread.run('move');
  }

  private holdUpWriters(): void {
    this.transactions.close();
    this.writers.close();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.thread.close();
    await this.running;
  }
}
