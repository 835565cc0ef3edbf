import type { Socket } from 'node:net';
import { dispatch } from '../commands/dispatch.ts';
import { errorReply } from '../commands/error-reply.ts';
import { MongoError } from '../errors.ts';
import type { Server } from '../server.ts';
import { buildReply, headerBytes, messageBytesMax, parseMessage, type Request } from './message.ts';

/** Messages read but not yet answered; past this the socket is paused. */
const backlogBytesMax = 1_000_000;

/** One client. Its messages are carried out one after the other, in the order they came. */
export class Connection {
  readonly id: number;
  readonly socket: Socket;
  private readonly server: Server;
  private chunks: Buffer[] = [];
  private buffered = 0;
  private needed = headerBytes;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private isWorking = false;
  private onDrained: (() => void) | undefined;
  isClosed = false;

  constructor(server: Server, socket: Socket, id: number) {
    this.server = server;
    this.socket = socket;
    this.id = id;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('drain', () => this.onDrained?.());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.isClosed = true;
      this.onDrained?.();
      if (this.buffered > 0) this.server.log(`connection ${id} ended in the middle of a message`);
      this.server.connectionClosed(this);
    });
  }

  /** The address by which this client reached the server, so that it finds the replica set's one member there. */
  get localAddress(): string {
    const { localAddress, localPort } = this.socket;
    const host = localAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';
    return host.includes(':') ? `[${host}]:${localPort}` : `${host}:${localPort}`;
  }

  private receive(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.buffered += chunk.length;
    while (this.buffered >= this.needed) {
      const bytes = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks, this.buffered);
      this.chunks = [bytes];
      const length = bytes.readInt32LE(0);
      if (length < headerBytes || length > messageBytesMax) {
        this.refuse(`a message of ${length} bytes (limit ${messageBytesMax})`);
        return;
      }
      this.needed = length;
      if (this.buffered < length) return;
      this.enqueue(bytes.subarray(0, length));
      this.chunks = this.buffered > length ? [bytes.subarray(length)] : [];
      this.buffered -= length;
      this.needed = headerBytes;
    }
  }

  private refuse(reason: string): void {
    this.server.log(`connection ${this.id} closed: ${reason}`);
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

  /** A client that does not read its replies is not given more of them. */
  private async drained(): Promise<void> {
    if (this.isClosed) return;
    await new Promise<void>((resolve) => {
      this.onDrained = resolve;
    });
  }

  private async answer(message: Buffer): Promise<void> {
    let request: Request;
    try {
      request = parseMessage(message);
    } catch (error) {
      this.answerMalformed(message, error as Error);
      return;
    }
    const reply = await dispatch(this.server, this, request);
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

  /** Broken BSON gets an answer; a broken frame ends the connection, because what follows cannot be trusted. */
  private answerMalformed(message: Buffer, error: Error): void {
    const isBson = error instanceof MongoError && error.code !== 17;
    if (!isBson) {
      this.refuse(error.message);
      return;
    }
    this.server.log(`connection ${this.id} sent a malformed message: ${error.message}`);
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
