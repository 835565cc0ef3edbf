import { SessionRegistry } from '../sessions/session-registry.ts';
import { TransactionManager } from '../sessions/transaction-manager.ts';
import { WaitingLines } from '../sessions/waiting-lines.ts';
import { type DatabaseCopy, removeCopy } from '../storage/copy/database-copy.ts';
import { Store } from '../storage/store.ts';
import { addQuickWork } from './breathe.ts';
import { CursorRegistry } from './cursor-registry.ts';
import { FailPoints } from './fail-points.ts';

export interface EngineOptions {
  /** The data folder. Created if missing. */
  path: string;
  /** Public address of the server (host:port), for clients that cannot reach its own address. */
  advertise?: string;
  /** Called with one line for each event of interest to an operator. */
  log?: (line: string) => void;
  /** Called when writes are no longer possible. Only a restart can help. */
  onBroken?: (error: Error) => void;
  now?: () => Date;
  /** Time limit of one operation in milliseconds, whatever its own limit. Default: 10 minutes. */
  timeLimitMs?: number;
  /** Lets clients configure failures for their own tests. Never enable it for data that matters. */
  failPoints?: boolean;
  /** Disables automatic deletion by TTL indexes, because the data is a past state. */
  keepsExpired?: boolean;
}

const timeLimitMs = 10 * 60_000;
const endDelayMs = 200;
const rareLogMs = 10_000;

/** State and services shared by all commands. */
export class Engine {
  readonly store: Store;
  readonly transactions: TransactionManager;
  readonly sessions: SessionRegistry;
  readonly waitingLines = new WaitingLines();
  readonly cursors: CursorRegistry;
  readonly log: (line: string) => void;
  readonly now: () => Date;
  readonly timeLimitMs: number;
  readonly failPoints: FailPoints | undefined;
  readonly advertise: string | undefined;
  readonly startedAt = Date.now();
  readonly keepsExpired: boolean;
  /** The copy that serves the current backup. */
  copy: DatabaseCopy | undefined;
  isBeginningCopy = false;
  private readonly endQuickWork: () => void;
  commandCount = 0;
  connectionCount = 0;
  /** Bytes of incomplete messages on all connections. */
  unfinishedBytes = 0;

  constructor(options: EngineOptions) {
    this.log = options.log ?? (() => {});
    this.now = options.now ?? (() => new Date());
    this.store = new Store(options.path, (line) => this.logRarely(line), this.now);
    this.keepsExpired = options.keepsExpired ?? false;
    removeCopy(options.path);
    this.failPoints = options.failPoints ? new FailPoints() : undefined;
    this.timeLimitMs = options.timeLimitMs ?? timeLimitMs;
    this.store.queue.onBroken = options.onBroken ?? ((error) => this.log(error.message));
    this.advertise = options.advertise;
    const unfinished = this.store.catalogue.indexes.removeUnfinished();
    if (unfinished > 0) this.log(`${unfinished} unfinished index builds were removed`);
    this.transactions = new TransactionManager(this.store);
    this.sessions = new SessionRegistry(this.store, this.transactions, this.now);
    this.cursors = new CursorRegistry(this.now);
    this.endQuickWork = addQuickWork(() => this.store.queue.commit());
  }

  /** Ends expired sessions and cursors. */
  sweep(): void {
    this.sessions.expire();
    this.cursors.expire();
  }

  /** Empties the log, so that deleted data is removed from all files within a minute. */
  emptyLog(): Promise<void> {
    return this.store.queue.emptyLog();
  }

  /** Ends the server after a delay, so that the reply with the reason can still be sent. */
  endSoon(reason: Error): void {
    this.log(reason.message);
    setTimeout(() => this.store.queue.onBroken(reason), endDelayMs).unref();
  }

  private lastRareLog = Number.NEGATIVE_INFINITY;

  /** Limits the rate of a line that every write could log. */
  private logRarely(line: string): void {
    const passedMs = performance.now() - this.lastRareLog;
    if (passedMs < rareLogMs) return;
    this.lastRareLog = performance.now();
    this.log(line);
  }

  async close(): Promise<void> {
    this.endQuickWork();
    this.sessions.abortAll();
    await this.copy?.end();
    await this.store.close();
  }
}
