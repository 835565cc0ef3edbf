import { SessionRegistry } from '../sessions/session-registry.ts';
import { TransactionManager } from '../sessions/transaction-manager.ts';
import { WaitingLines } from '../sessions/waiting-lines.ts';
import { type DatabaseCopy, removeCopy } from '../storage/copy/database-copy.ts';
import { Store } from '../storage/store.ts';
import { addQuickWork } from './breathe.ts';
import { CursorRegistry } from './cursor-registry.ts';
import { FailPoints } from './fail-points.ts';

export interface EngineOptions {
  /** The data folder; made when it is missing. */
  path: string;
  /** Where the server can be reached, when clients do not see its own address (host:port). */
  advertise?: string;
  /** Called with one line for everything an operator may want to know. */
  log?: (line: string) => void;
  /** Called when nothing can be stored any more; only a new start can help. */
  onBroken?: (error: Error) => void;
  now?: () => Date;
  /** How long one operation may take, whatever its own limit says; 10 minutes unless given. */
  timeLimitMs?: number;
  /** Lets clients configure failures to test themselves; not for data that anybody needs. */
  failPoints?: boolean;
  /** Nothing is deleted by itself, whatever TTL indexes say: the data are a state of the past. */
  keepsExpired?: boolean;
}

const timeLimitMs = 10 * 60_000;
const endDelayMs = 200;
const rareLogMs = 10_000;

/** Everything that the commands work with. */
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
  /** The copy that a backup is made from. */
  copy: DatabaseCopy | undefined;
  isBeginningCopy = false;
  private readonly endQuickWork: () => void;
  commandCount = 0;
  connectionCount = 0;
  /** Of messages that have not come to their end, over all connections. */
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

  /** Ends what has lived too long. */
  sweep(): void {
    this.sessions.expire();
    this.cursors.expire();
  }

  /** What was deleted is to be found in no file for longer than a minute. */
  emptyLog(): Promise<void> {
    return this.store.queue.emptyLog();
  }

  /** Ends the server when the reply that says why has had time to leave. */
  endSoon(reason: Error): void {
    this.log(reason.message);
    setTimeout(() => this.store.queue.onBroken(reason), endDelayMs).unref();
  }

  private lastRareLog = Number.NEGATIVE_INFINITY;

  /** For what may come with every write while it lasts. */
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
