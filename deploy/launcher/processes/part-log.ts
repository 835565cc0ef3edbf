import { type FileHandle, open, rename, stat } from 'node:fs/promises';

const defaultBytesMax = 20 * 1024 * 1024;
const generationsMax = 3;
const waitingBytesMax = 4 * 1024 * 1024;

/**
 * Log file of one part. Rotates while it is written: `x.log`, then `x.log.1` to `x.log.3`. A full disk or a deleted
 * folder only loses lines. Their number is written as soon as writing works again.
 */
export class PartLog {
  readonly #file: string;
  readonly #bytesMax: number;
  #handle?: FileHandle;
  #size = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lostBytes = 0;
  #writing?: Promise<void>;
  /** Error of the last write; undefined while writing works. */
  problem?: string;

  constructor(file: string, bytesMax = defaultBytesMax) {
    this.#file = file;
    this.#bytesMax = bytesMax;
  }

  write(chunk: Buffer): void {
    if (this.#waitingBytes + chunk.length > waitingBytesMax) {
      this.#lostBytes += chunk.length;
      return;
    }
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Resolves when all given lines are written or lost. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#handle?.close().catch(() => {});
    this.#handle = undefined;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const chunk = Buffer.concat(this.#waiting);
      this.#waiting = [];
      this.#waitingBytes = 0;
      try {
        await this.#append(chunk);
        this.problem = undefined;
      } catch (error) {
        this.#lostBytes += chunk.length;
        this.problem = (error as Error).message;
        await this.#handle?.close().catch(() => {});
        this.#handle = undefined;
      }
    }
  }

  async #append(chunk: Buffer): Promise<void> {
    if (this.#size + chunk.length > this.#bytesMax) await this.#rotate();
    if (this.#handle === undefined) {
      this.#handle = await open(this.#file, 'a', 0o600);
      this.#size = (await stat(this.#file)).size;
      if (this.#size + chunk.length > this.#bytesMax && this.#size > 0) return this.#append(chunk);
    }
    if (this.#lostBytes > 0) {
      await this.#handle.appendFile(`${JSON.stringify({ level: 40, msg: `${this.#lostBytes} bytes of log lost` })}\n`);
      this.#lostBytes = 0;
    }
    await this.#handle.appendFile(chunk);
    this.#size += chunk.length;
  }

  async #rotate(): Promise<void> {
    await this.#handle?.close().catch(() => {});
    this.#handle = undefined;
    this.#size = 0;
    for (let generation = generationsMax; generation > 0; generation -= 1) {
      const from = generation === 1 ? this.#file : `${this.#file}.${generation - 1}`;
      await rename(from, `${this.#file}.${generation}`).catch(ignoreMissing);
    }
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
