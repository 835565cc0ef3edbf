import { createServer, type Server as NetServer } from 'node:net';
import { Binary } from 'bson';
import { CursorRegistry } from './commands/reading/cursor-registry.ts';
import { Connection } from './protocol/connection.ts';
import { LogGate } from './sessions/log-gate.ts';
import { SessionRegistry } from './sessions/session-registry.ts';
import { TransactionManager } from './sessions/transaction-manager.ts';
import { WaitingLines } from './sessions/waiting-lines.ts';
import { expireDocuments } from './storage/expire-documents.ts';
import { Store } from './storage/store.ts';

export interface ServerOptions {
  /** The data folder; made when it is missing. */
  path: string;
  /** 0 takes a free port. */
  port?: number;
  host?: string;
  /** Where the server can be reached, when clients do not see its own address (host:port). */
  advertise?: string;
  /** Called with one line for everything an operator may want to know. */
  log?: (line: string) => void;
  /** Called when nothing can be stored any more; only a new start can help. */
  onBroken?: (error: Error) => void;
  now?: () => Date;
}

const connectionsMax = 5000;
const sweepIntervalMs = 1000;
const expiryIntervalMs = 20_000;
const rareLogMs = 10_000;

/** Everything that the commands work with. */
export class Server {
  readonly store: Store;
  readonly transactions: TransactionManager;
  readonly sessions: SessionRegistry;
  readonly waitingLines = new WaitingLines();
  readonly logGate: LogGate;
  readonly cursors: CursorRegistry;
  readonly log: (line: string) => void;
  readonly now: () => Date;
  readonly advertise: string | undefined;
  readonly startedAt = Date.now();
  /** Unsigned, as a server without authentication sends it. */
  readonly signature = { hash: new Binary(Buffer.alloc(20), 0), keyId: 0n };
  readonly connections = new Set<Connection>();
  commandCount = 0;
  private readonly net: NetServer;
  private readonly timers: NodeJS.Timeout[] = [];
  private nextConnection = 1;
  port = 0;

  constructor(options: ServerOptions) {
    this.log = options.log ?? (() => {});
    this.store = new Store(options.path, (line) => this.logRarely(line));
    this.now = options.now ?? (() => new Date());
    this.store.queue.onBroken = options.onBroken ?? ((error) => this.log(error.message));
    this.advertise = options.advertise;
    const unfinished = this.store.catalogue.indexes.removeUnfinished();
    if (unfinished > 0) this.log(`${unfinished} unfinished index builds were removed`);
    this.transactions = new TransactionManager(this.store);
    this.logGate = new LogGate(this.store, this.transactions);
    this.sessions = new SessionRegistry(this.store, this.transactions, this.now);
    this.cursors = new CursorRegistry(this.now);
    this.net = createServer((socket) => {
      this.connections.add(new Connection(this, socket, this.nextConnection++));
    });
    this.net.maxConnections = connectionsMax;
  }

  async listen(port: number, host: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.net.once('error', reject);
      this.net.listen(port, host, () => resolve());
    });
    this.port = (this.net.address() as { port: number }).port;
    this.every(sweepIntervalMs, () => this.sweep());
    this.every(expiryIntervalMs, () => expireDocuments(this));
  }

  /** Ends what has lived too long. */
  sweep(): void {
    this.sessions.expire();
    this.cursors.expire();
  }

  private lastRareLog = Number.NEGATIVE_INFINITY;

  /** For what may come with every write while it lasts. */
  private logRarely(line: string): void {
    const passedMs = performance.now() - this.lastRareLog;
    if (passedMs < rareLogMs) return;
    this.lastRareLog = performance.now();
    this.log(line);
  }

  private every(intervalMs: number, work: () => Promise<void> | void): void {
    const attempt = async () => work();
    const timer = setInterval(() => {
      attempt().catch((error: Error) => this.log(`housekeeping: ${error.message}`));
    }, intervalMs);
    timer.unref();
    this.timers.push(timer);
  }

  connectionClosed(connection: Connection): void {
    this.connections.delete(connection);
    this.sessions.connectionClosed(connection);
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    const closed = new Promise<void>((resolve) => this.net.close(() => resolve()));
    for (const connection of this.connections) connection.socket.destroy();
    await closed;
    this.sessions.abortAll();
    await this.store.close();
  }
}
