import { connect, type Socket } from 'node:net';

/** What a server says: its code (RFC 5321, 4.2), the enhanced one where it gives it (RFC 3463), and the text. */
export interface SmtpReply {
  code: number;
  enhanced: string | null;
  text: string;
}

/** The server was not reached, said nothing in time, or hung up. */
export class SmtpSilence extends Error {}

export interface SmtpTarget {
  /** An address that was checked, not a name. */
  address: string;
  port: number;
  /** How long one answer may take. */
  timeoutMs: number;
}

const replyBytesMax = 16_384;
const lastLine = /^(\d{3})(?: (.*))?$/;
const enhancedCode = /^([245]\.\d{1,3}\.\d{1,3})\b/;

/** One conversation, a command and its answer at a time. */
export class SmtpDialogue {
  #socket: Socket;
  #buffered = '';
  #wake: () => void = () => undefined;
  #isOver = false;
  readonly #timeoutMs: number;

  constructor({ address, port, timeoutMs }: SmtpTarget) {
    this.#timeoutMs = timeoutMs;
    this.#socket = connect({ host: address, port });
    this.#socket.setTimeout(timeoutMs, () => this.#socket.destroy());
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => {
      this.#buffered += text;
      if (this.#buffered.length > replyBytesMax) this.#socket.destroy();
      this.#wake();
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** The greeting, or the answer to what was asked last. */
  async hear(): Promise<SmtpReply> {
    // The socket's own limit begins again with each byte.
    const timer = setTimeout(() => this.#socket.destroy(), this.#timeoutMs);
    try {
      return await this.#nextReply();
    } finally {
      clearTimeout(timer);
    }
  }

  async #nextReply(): Promise<SmtpReply> {
    for (;;) {
      const reply = this.#takeReply();
      if (reply !== undefined) return reply;
      if (this.#isOver) throw new SmtpSilence('The server gave no answer.');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  ask(command: string): Promise<SmtpReply> {
    this.#socket.write(`${command}\r\n`);
    return this.hear();
  }

  /** Says goodbye without waiting for an answer. */
  close(): void {
    if (this.#isOver) return;
    this.#socket.end('QUIT\r\n');
  }

  #takeReply(): SmtpReply | undefined {
    const lines = this.#buffered.split('\r\n');
    const end = lines.slice(0, -1).findIndex((line) => lastLine.test(line));
    if (end < 0) return undefined;
    this.#buffered = lines.slice(end + 1).join('\r\n');
    const [, code = '', text = ''] = lastLine.exec(lines[end]!) ?? [];
    return { code: Number(code), enhanced: enhancedCode.exec(text)?.[1] ?? null, text };
  }
}
