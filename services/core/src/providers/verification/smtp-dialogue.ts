import { connect, type Socket } from 'node:net';

/** A server's reply: its code (RFC 5321 section 4.2), the enhanced code if present (RFC 3463), and the text. */
export interface SmtpReply {
  code: number;
  enhanced: string | null;
  text: string;
}

/** The server was unreachable, did not reply in time, or hung up. */
export class SmtpSilence extends Error {}

export interface SmtpTarget {
  /** An IP address that was already checked, not a host name. */
  address: string;
  port: number;
  /** Time limit of one reply, in milliseconds. */
  timeoutMs: number;
}

const replyBytesMax = 16_384;
const lastLine = /^(\d{3})(?: (.*))?$/;
const enhancedCode = /^([245]\.\d{1,3}\.\d{1,3})\b/;

/** An SMTP conversation with one command and reply at a time. */
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

  /** Reads the greeting, or the reply to the last command. */
  async hear(): Promise<SmtpReply> {
    // The socket's own timeout restarts with each byte.
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

  /** Sends QUIT without waiting for a reply. */
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
