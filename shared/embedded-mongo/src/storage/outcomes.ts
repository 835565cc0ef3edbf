import { decodeDocument } from '../bson/decode.ts';
import { encodeDocument } from '../bson/encode.ts';
import type { Document } from '../bson/values.ts';
import type { Connection } from './connection.ts';
import { checked, placeOf, withChecksum } from './stored-document.ts';
import type { WriteQueue } from './write-queue.ts';

export const outcomeLifetimeMs = 30 * 60_000;
const outcomeBytes = 300;
const sessionBytes = 16;
const numberBytes = 6;

/** The retryable write that created something. */
export interface Origin {
  session: Buffer;
  number: number;
}

/**
 * A document with an origin already records the insert of one document, so no other record of its outcome is needed.
 */
const insertOutcome: Document = { reply: { n: 1, ok: 1 } };

/**
 * Outcome of each session's last retryable write. Stored in the same batch as the write, so that a crash keeps both or
 * neither.
 */
export class Outcomes {
  private readonly connection: Connection;
  private readonly queue: WriteQueue;
  private readonly now: () => Date;
  private lastForgotten = 0;

  constructor(connection: Connection, queue: WriteQueue, now: () => Date) {
    this.connection = connection;
    this.queue = queue;
    this.now = now;
  }

  find(session: Buffer): { number: number; outcome: Document } | undefined {
    const sql = 'SELECT number, outcome FROM retries WHERE session = ?';
    const row = this.connection.get<[number, Uint8Array]>(sql, session);
    if (!row) return undefined;
    const [number, stored] = row;
    const place = placeOf(session.toString('hex'), number);
    return { number, outcome: decodeDocument(checked(stored, place, 'the outcome of a write')) };
  }

  remember({ session, number }: Origin, outcome: Document, at = this.now().getTime()): void {
    const sql = `INSERT INTO retries (session, number, at, outcome) VALUES (?, ?, ?, ?) ON CONFLICT (session)
      DO UPDATE SET number = excluded.number, at = excluded.at, outcome = excluded.outcome WHERE excluded.number >= number`;
    const bytes = withChecksum(encodeDocument(outcome), placeOf(session.toString('hex'), number));
    this.queue.write(outcomeBytes + bytes.length, () => this.connection.run(sql, session, number, at, bytes));
  }

  /** A part of a command's progress. It is kept longer than the outcome that contains the number of parts. */
  rememberPart(origin: Origin, at: number, part: Document): void {
    const place = { session: partOf(origin, at), number: origin.number };
    this.remember(place, part, this.now().getTime() + outcomeLifetimeMs);
  }

  part(origin: Origin, at: number): Document {
    const found = this.find(partOf(origin, at));
    if (!found) throw new Error(`part ${at} of the outcome of a write is missing`);
    return found.outcome;
  }

  forgetParts(origin: Origin, count: number): void {
    const [first, last] = [partOf(origin, 0), partOf(origin, count - 1)];
    this.queue.write(outcomeBytes, () =>
      this.connection.run('DELETE FROM retries WHERE session BETWEEN ? AND ?', first, last),
    );
  }

  /** Encodes the origin as stored next to the document that the write inserted. */
  encodeOrigin({ session, number }: Origin): Buffer {
    const bytes = Buffer.allocUnsafe(sessionBytes + 2 * numberBytes);
    bytes.set(session);
    bytes.writeUIntBE(number, sessionBytes, numberBytes);
    bytes.writeUIntBE(this.now().getTime(), sessionBytes + numberBytes, numberBytes);
    return bytes;
  }

  /**
   * Moves the origin here when its document is deleted, because it is the only record of the insert. Skipped if a retry
   * is no longer possible.
   */
  keepOrigin(stored: Uint8Array): void {
    const bytes = Buffer.from(stored);
    const at = bytes.readUIntBE(sessionBytes + numberBytes, numberBytes);
    if (at < this.now().getTime() - outcomeLifetimeMs) return;
    const origin = { session: bytes.subarray(0, sessionBytes), number: bytes.readUIntBE(sessionBytes, numberBytes) };
    this.remember(origin, insertOutcome, at);
  }

  /** Removes outcomes that no client can ask for, at intervals. */
  expire(): void {
    const now = this.now().getTime();
    if (now - this.lastForgotten < outcomeLifetimeMs / 10) return;
    this.lastForgotten = now;
    this.queue.write(outcomeBytes, () =>
      this.connection.run('DELETE FROM retries WHERE at < ?', now - outcomeLifetimeMs),
    );
  }
}

/** Key that takes the place of a session. It is longer than a session ID, so it never equals one. */
function partOf({ session, number }: Origin, at: number): Buffer {
  const key = Buffer.concat([session, Buffer.alloc(2 * numberBytes)]);
  key.writeUIntBE(number, session.length, numberBytes);
  key.writeUIntBE(at, session.length + numberBytes, numberBytes);
  return key;
}

export function isOrigin(stored: Uint8Array, { session, number }: Origin): boolean {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  return bytes.subarray(0, sessionBytes).equals(session) && bytes.readUIntBE(sessionBytes, numberBytes) === number;
}
