import type { Socket } from 'node:net';
import { ClientLogin } from '../authentication/client-login.ts';
import { isAnyWaiting, nextTurn, workedMs } from '../commands/breathe.ts';
import { dispatch } from '../commands/dispatch.ts';
import type { Engine } from '../commands/engine.ts';
import { errorReply } from '../commands/error-reply.ts';
import type { Request } from '../commands/request.ts';
import { MongoError } from '../errors.ts';
import type { Client } from '../sessions/client.ts';
import type { Access } from './access.ts';
import { buildReply, headerBytes, messageBytesMax, parseMessage } from './message.ts';

/** Limit for messages that were read but not answered, in bytes. Above it, the socket is paused. */
const backlogBytesMax = 1_000_000;

/** Longest time without a pause, in milliseconds. Clients with slower commands share one turn. */
const heldUpMsMax = 6;
/** The limit while other slow clients are waiting. */
const heldUpMsMaxAmongOthers = 2;

/** From the first to the last byte of a message, in milliseconds. */
export const unfinishedLifetimeMs = 30_000;
/** For all connections together. */
const unfinishedBytesMax = 256 * 1024 * 1024;

/** Messages before sign-in are small. */
const messageBytesBeforeLogin = 64 * 1024;

/** One client. Its messages run one after another, in the order of arrival. */
export class Connection implements Client {
  readonly id: number;
  readonly socket: Socket;
  private readonly engine: Engine;
  private chunks: Buffer[] = [];
  private buffered = 0;
  private needed = headerBytes;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private isWorking = false;
  /** Start time of the incomplete message, and the part of it that the engine has counted, in bytes. */
  private begunAt = 0;
  private counted = 0;
  private onDrained: (() => void) | undefined;
  isClosed = false;
  heldUpMs = 0;
  appName: string | undefined;
  readonly login: ClientLogin;
  private readonly address: string | undefined;

  constructor(engine: Engine, socket: Socket, id: number, access: Access) {
    this.login = new ClientLogin(access.login);
    this.address = access.address;
    this.engine = engine;
    this.socket = socket;
    this.id = id;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('drain', () => this.onDrained?.());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.isClosed = true;
      this.onDrained?.();
      if (this.buffered > 0) this.engine.log(`connection ${id} ended in the middle of a message`);
      this.engine.unfinishedBytes -= this.counted;
      this.counted = 0;
      access.onClosed();
    });
  }

  /** The address that this client used, so that it finds the only member of the replica set there. */
  get localAddress(): string {
    if (this.address !== undefined) return this.address;
    const { localAddress, localPort } = this.socket;
    const host = localAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';
    return host.includes(':') ? `[${host}]:${localPort}` : `${host}:${localPort}`;
  }

  private receive(chunk: Buffer): void {
    if (this.isClosed) return;
    if (this.buffered === 0) this.begunAt = this.engine.now().getTime();
    this.chunks.push(chunk);
    this.buffered += chunk.length;
    this.takeMessages();
    this.engine.unfinishedBytes += this.buffered - this.counted;
    this.counted = this.buffered;
    if (this.engine.unfinishedBytes > unfinishedBytesMax)
      this.refuse(`unfinished messages of all connections take more than ${unfinishedBytesMax} bytes`);
  }

  private takeMessages(): void {
    while (this.buffered >= this.needed) {
      const bytes = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks, this.buffered);
      this.chunks = [bytes];
      const length = bytes.readInt32LE(0);
      const lengthMax = this.login.isDone ? messageBytesMax : messageBytesBeforeLogin;
      if (length < headerBytes || length > lengthMax) {
        this.refuse(`a message of ${length} bytes (limit ${lengthMax})`);
        return;
      }
      this.needed = length;
      if (this.buffered < length) return;
      this.enqueue(bytes.subarray(0, length));
      this.chunks = this.buffered > length ? [bytes.subarray(length)] : [];
      this.buffered -= length;
      this.needed = headerBytes;
      this.begunAt = this.engine.now().getTime();
    }
  }

  /** Ends a connection with a stalled, incomplete message. */
  refuseStalled(): void {
    const ageMs = this.engine.now().getTime() - this.begunAt;
    if (this.buffered === 0 || this.isClosed || ageMs <= unfinishedLifetimeMs) return;
    this.refuse(`a message was unfinished for ${Math.round(ageMs / 1000)} s`);
  }

  close(): void {
    this.isClosed = true;
    this.socket.destroy();
  }

  private refuse(reason: string): void {
    this.engine.log(`connection ${this.id} closed: ${reason}`);
    this.chunks = [];
    this.buffered = 0;
    this.needed = Number.POSITIVE_INFINITY;
    this.socket.destroy();
  }

  private enqueue(message: Buffer): void {
    this.waiting.push(message);
    this.waitingBytes += message.length;
    if (this.waitingBytes > backlogBytesMax) this.socket.pause();
    if (!this.isWorking) void this.work();
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    for (let message = this.waiting.shift(); message && !this.isClosed; message = this.waiting.shift()) {
      await this.answer(message);
      if (this.socket.writableNeedDrain) await this.drained();
      this.waitingBytes -= message.length;
      if (this.socket.isPaused() && this.waitingBytes < backlogBytesMax) this.socket.resume();
    }
    this.isWorking = false;
  }

  /** Sends no more replies to a client until it has read the earlier ones. */
  private async drained(): Promise<void> {
    if (this.isClosed) return;
    await new Promise<void>((resolve) => {
      this.onDrained = resolve;
    });
  }

  private async answer(message: Buffer): Promise<void> {
    const limitMs = isAnyWaiting() ? heldUpMsMaxAmongOthers : heldUpMsMax;
    if (this.heldUpMs > limitMs) await nextTurn(this.heldUpMs);
    const workedBefore = workedMs();
    let request: Request;
    try {
      request = parseMessage(message);
    } catch (error) {
      this.answerMalformed(message, error as Error);
      return;
    }
    // Averaged, so that one quick command among long ones does not count as a quick client.
    this.heldUpMs = this.heldUpMs / 2 + workedMs() - workedBefore;
    const reply = await dispatch(this.engine, this, request);
    if (this.isClosed || !request.wantsReply) return;
    this.send(request, reply);
  }

  private send(request: Request, reply: Parameters<typeof buildReply>[1]): void {
    try {
      this.socket.write(buildReply(request, reply));
    } catch (error) {
      this.socket.write(buildReply(request, errorReply(error)));
    }
  }

  /** Malformed BSON gets an error reply. A malformed frame ends the connection: later bytes cannot be trusted. */
  private answerMalformed(message: Buffer, error: Error): void {
    const isBson = error instanceof MongoError && error.code !== 17;
    if (!isBson) {
      this.refuse(error.message);
      return;
    }
    this.engine.log(`connection ${this.id} sent a malformed message: ${error.message}`);
    const request: Request = {
      id: message.readInt32LE(4),
      isLegacy: false,
      wantsReply: true,
      body: {},
      sequences: new Map(),
    };
    this.send(request, errorReply(error));
  }
}
