import { decodeDocument } from '../bson/decode.ts';
import { type Document, isDocument, isNumeric, isTrue, toNumber, type Value } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import { View } from '../planner/view.ts';
import type { Client } from '../sessions/client.ts';
import type { Session } from '../sessions/session-registry.ts';
import type { Transaction } from '../sessions/transaction.ts';
import type { Collection } from '../storage/collection.ts';
import type { Origin } from '../storage/outcomes.ts';
import type { Engine } from './engine.ts';
import type { Reply } from './error-reply.ts';

/** A running command with its request, its client, and its transaction. */
export class Call {
  readonly engine: Engine;
  readonly client: Client;
  readonly body: Document;
  readonly sequences: Map<string, Buffer[]>;
  readonly name: string;
  readonly database: string;
  session: Session | undefined;
  transaction: Transaction | undefined;
  /** Set for a retryable write. */
  retryNumber: number | undefined;
  /** Progress of an interrupted retryable write. */
  earlier: Document | undefined;
  /** True if its number may have been used before. */
  mayBeDone = false;
  /** True if its outcome is stored together with its writes. */
  isNoted = false;
  /** Progress notes stored while it ran. The outcome replaces them. */
  notes: { forgetParts(): void; isBegun: boolean } | undefined;
  readonly deadline: number;
  readonly now: Date;

  constructor(engine: Engine, client: Client, body: Document, sequences: Map<string, Buffer[]>) {
    this.engine = engine;
    this.client = client;
    this.body = body;
    this.sequences = sequences;
    this.name = Object.keys(body)[0] ?? '';
    this.database = typeof body.$db === 'string' ? body.$db : 'admin';
    const limitMs = body.maxTimeMS === undefined || this.name === 'getMore' ? 0 : toNumber(body.maxTimeMS);
    this.deadline = performance.now() + Math.min(limitMs > 0 ? limitMs : engine.timeLimitMs, engine.timeLimitMs);
    this.now = engine.now();
  }

  /** Name of the command's collection, which may not exist. */
  get collectionName(): string {
    const name = this.body[this.name];
    if (typeof name !== 'string') throw badValue(`collection name has invalid type for ${this.name}`);
    if (name === '') throw new MongoError(73, `Invalid namespace specified '${this.database}.'`);
    return name;
  }

  get collection(): Collection | undefined {
    const name = this.collectionName;
    const own = this.transaction?.created.get(`${this.database}.${name}`);
    return own ?? this.engine.store.catalogue.find(this.database, name);
  }

  collectionOrCreate(): Collection {
    return this.collection ?? this.create({});
  }

  /** In a transaction, the collection is created at the commit. */
  create(options: Document): Collection {
    const { catalogue } = this.engine.store;
    if (!this.transaction)
      return catalogue.create(this.database, this.collectionName, options, ++this.engine.store.sequence);
    const made = catalogue.prepare(this.database, this.collectionName, options);
    this.transaction.created.set(`${this.database}.${this.collectionName}`, made);
    return made;
  }

  /** The same call for another collection, for commands that write to several. */
  on(database: string, collection: string): Call {
    const { let: variables, bypassDocumentValidation } = this.body;
    const body: Document = { [this.name]: collection, $db: database };
    if (variables !== undefined) body.let = variables;
    if (bypassDocumentValidation !== undefined) body.bypassDocumentValidation = bypassDocumentValidation;
    const { session, transaction, retryNumber, earlier, deadline, now } = this;
    const inner = new Call(this.engine, this.client, body, new Map());
    return Object.assign(inner, { session, transaction, retryNumber, earlier, deadline, now });
  }

  /** Origin of the data that a retryable write stores. */
  get origin(): Origin | undefined {
    const { session, retryNumber } = this;
    return session && retryNumber !== undefined ? { session: session.id, number: retryNumber } : undefined;
  }

  get view(): View {
    return new View(this.engine.store, this.transaction);
  }

  document(field: string): Document {
    const value = this.body[field];
    if (value === undefined || value === null) return {};
    if (!isDocument(value))
      throw new MongoError(14, `BSON field '${this.name}.${field}' is the wrong type, expected type 'object'`);
    return value;
  }

  flag(field: string): boolean {
    return flagOf(this.body[field], `${this.name}.${field}`);
  }

  number(field: string, otherwise: number): number {
    const value = this.body[field];
    if (value === undefined || value === null) return otherwise;
    const number = toNumber(value);
    if (Number.isNaN(number))
      throw new MongoError(14, `BSON field '${this.name}.${field}' is the wrong type, expected a number`);
    return Math.trunc(number);
  }

  /** Statements or documents, from the body or from a separate section. Each is decoded on first use. */
  list(field: string): ListEntry[] {
    const sequence = this.sequences.get(field);
    if (sequence) return sequence.map((bytes) => new ListEntry(bytes, undefined));
    const value = this.body[field];
    if (!Array.isArray(value)) {
      throw new MongoError(40414, `BSON field '${this.name}.${field}' is missing but a required field`);
    }
    return value.map((entry) => {
      if (!isDocument(entry)) throw new MongoError(14, `BSON field '${this.name}.${field}' must hold objects`);
      return new ListEntry(undefined, entry);
    });
  }
}

export class ListEntry {
  /** The original bytes, if it arrived in a separate section. */
  readonly bytes: Buffer | undefined;
  private readonly decoded: Document | undefined;

  constructor(bytes: Buffer | undefined, decoded: Document | undefined) {
    this.bytes = bytes;
    this.decoded = decoded;
  }

  get document(): Document {
    return this.decoded ?? decodeDocument(this.bytes!);
  }
}

export interface Command {
  names: readonly string[];
  /** True if it can run inside a multi-document transaction. */
  inTransaction?: boolean;
  /** True if its reply waits until all writes are durable. */
  isWrite?: boolean;
  /** True if clients can run it before signing in. */
  isBeforeLogin?: boolean;
  /** True if it runs only against the database "admin". */
  isAdministrative?: boolean;
  /** Fields that it reads, besides those of every command. Without a list, it accepts all fields. */
  fields?: readonly string[];
  /** Fields that MongoDB supports and this server does not. Rejected if they request something. */
  refusedFields?: readonly string[];
  run(call: Call): Promise<Reply> | Reply;
}

/** A boolean option of a command. Any number other than zero is true. */
export function flagOf(value: Value | undefined, field: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  if (isNumeric(value)) return isTrue(value);
  throw new MongoError(14, `BSON field '${field}' is the wrong type, expected a boolean or a number`);
}

export function hintOf(value: Value | undefined): string | Document | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || isDocument(value)) return value;
  throw new MongoError(9, 'hint must be either a string or an object');
}
