import type { Connection } from '../connection.ts';
import { CheckpointThread } from './checkpoint-thread.ts';
import { Gate } from './gate.ts';
import { frameHeaderBytes, freeBytesAt, type LogLimits, type LogState, limitsFor, readLogState } from './state.ts';
import type { LogSync } from './sync.ts';

/** Those who hold snapshots, without whose end the log cannot begin again. */
export interface SnapshotHolders {
  readonly count: number;
  /** True when none is left within the time. */
  whenNone(limitMs: number): Promise<boolean>;
  endAll(): void;
}

/** A reader in another thread needs the log as it is: nothing is moved until it has ended, unless the log grows too large. */
export interface LogHold {
  endBytes: number;
  onTooLarge(): void;
}

const noHolders: SnapshotHolders = { count: 0, whenNone: async () => true, endAll: () => {} };

/** How often writers are held up before the log is left to grow until snapshots are ended. */
const quietRoundsMax = 3;
/** So long new transactions wait for open ones to end by themselves; other writes go on meanwhile. */
const waitForHoldersMs = 150;

/**
 * Keeps the log small. SQLite writes it from its beginning again once all of it is in the database file and no snapshot
 * reads from it, which under steady load never happens by itself. So a thread of its own moves it while writers go on,
 * and then they wait for the moment that the rest takes.
 */
export class Checkpoints {
  private readonly connection: Connection;
  private readonly file: string;
  private readonly thread: CheckpointThread;
  private readonly pageBytes: number;
  private readonly log: LogSync;
  private readonly endBatch: () => void;
  /** In the log after the last commit. */
  frames = 0;
  holders: SnapshotHolders = noHolders;
  readonly writers = new Gate();
  /** New transactions wait here, before writers do. */
  readonly transactions = new Gate();
  private limits: LogLimits;
  private nextBytes: number;
  /** From here on writers wait until the log is moved, wherever that stands. */
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

  /** Call after each commit. */
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

  /** On a full disk, what the log takes is given back as soon as it can be. */
  makeRoom(): void {
    this.limits = limitsFor(freeBytesAt(this.file));
    this.held?.onTooLarge();
    if (!this.running && !this.isClosed && !this.held) void this.run(true);
  }

  /** From here on the log grows until `release`. */
  async hold(hold: LogHold): Promise<void> {
    this.held = hold;
    while (this.running) await this.running;
  }

  /** May come in the middle of a batch, so the next commit looks how large the log is, or else the next time it is emptied. */
  release(): void {
    this.held = undefined;
  }

  /** Leaves nothing in the log; what was deleted or overwritten is then in no file any more. */
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
    // After an attempt in vain the next one waits until the log has grown by as much again.
    this.endBatch();
    this.nextBytes = (isDone ? 0 : this.state.bytes) + this.limits.startBytes;
    if (isDone && truncates) await this.cut();
  }

  /**
   * A mark written in between would speak of a log that is gone. The pages in memory still have what was cleared from
   * those in the file; SQLite reads them again, because another connection has begun the log.
   */
  private async cut(): Promise<void> {
    this.isWritten = false;
    this.frames = 0;
    this.log.beginCut();
    await this.thread.run('truncate');
    this.log.endCut();
  }

  /** Moves what was written meanwhile, with the writers waiting; true when the log can begin again. */
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

  /** What their snapshots have kept in the log is most of it: it is moved while writers go on. */
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
