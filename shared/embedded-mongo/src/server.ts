import { chmodSync } from 'node:fs';
import { createServer, type Server as NetServer } from 'node:net';
import type { Login } from './authentication/scram.ts';
import { Engine, type EngineOptions } from './commands/engine.ts';
import { expireDocuments } from './commands/expire-documents.ts';
import { prepareSocket } from './network/socket-path.ts';
import { Connection } from './protocol/connection.ts';
import { damageError, isDamage } from './storage/connection.ts';

const connectionsMax = 5000;
const sweepIntervalMs = 1000;
const expiryIntervalMs = 20_000;
const emptyLogIntervalMs = 20_000;

function listening(listener: NetServer, start: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.once('listening', resolve);
    start();
  });
}

/** Listens for connections and passes their requests to the engine. */
export class Server {
  readonly engine: Engine;
  readonly connections = new Set<Connection>();
  private readonly listeners: NetServer[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private nextConnection = 1;
  port = 0;

  constructor(options: EngineOptions) {
    this.engine = new Engine(options);
    this.every(sweepIntervalMs, () => this.sweep());
    this.every(expiryIntervalMs, () => expireDocuments(this.engine));
    this.every(emptyLogIntervalMs, () => this.engine.emptyLog());
  }

  /** Ends expired objects and stalled connections. */
  sweep(): void {
    this.engine.sweep();
    for (const connection of this.connections) connection.refuseStalled();
  }

  /** Listens on TCP. If credentials are given, clients must prove that they know the password. */
  async listen(port: number, host: string, login?: Login): Promise<void> {
    const listener = this.addListener(login, undefined);
    await listening(listener, () => listener.listen(port, host));
    this.port = (listener.address() as { port: number }).port;
  }

  /** Listens on a Unix socket in a folder that only this user can enter. */
  async listenOnSocket(path: string): Promise<void> {
    await prepareSocket(path);
    const listener = this.addListener(undefined, path);
    await listening(listener, () => listener.listen(path));
    chmodSync(path, 0o600);
  }

  private addListener(login: Login | undefined, address: string | undefined): NetServer {
    const listener = createServer((socket) => {
      const onClosed = () => this.forget(connection);
      const connection = new Connection(this.engine, socket, this.nextConnection++, { login, address, onClosed });
      this.connections.add(connection);
      this.engine.connectionCount = this.connections.size;
    });
    listener.maxConnections = connectionsMax;
    this.listeners.push(listener);
    return listener;
  }

  private every(intervalMs: number, work: () => Promise<void> | void): void {
    const attempt = async () => work();
    const timer = setInterval(() => {
      attempt().catch((error: Error) => {
        if (isDamage(error)) this.engine.endSoon(damageError(error));
        else this.engine.log(`housekeeping: ${error.message}`);
      });
    }, intervalMs);
    timer.unref();
    this.timers.push(timer);
  }

  private forget(connection: Connection): void {
    this.connections.delete(connection);
    this.engine.connectionCount = this.connections.size;
    this.engine.sessions.connectionClosed(connection);
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    const closed = this.listeners.map((one) => new Promise<void>((resolve) => one.close(() => resolve())));
    for (const connection of this.connections) connection.socket.destroy();
    await Promise.all(closed);
    await this.engine.close();
  }
}
