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

/** A command on its way: what was asked, by whom, in which transaction. */
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
  /** How far a retryable write had come when it was interrupted. */
  earlier: Document | undefined;
  /** Its number may have been used before. */
  mayBeDone = false;
  /** Its outcome is kept with what it has written. */
  isNoted = false;
  /** What was noted of it while it ran, which its outcome takes the place of. */
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

  /** The collection that the command names, which may not exist. */
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

  /** In a transaction the collection comes into being with the commit. */
  create(options: Document): Collection {
    const { catalogue } = this.engine.store;
    if (!this.transaction)
      return catalogue.create(this.database, this.collectionName, options, ++this.engine.store.sequence);
    const made = catalogue.prepare(this.database, this.collectionName, options);
    this.transaction.created.set(`${this.database}.${this.collectionName}`, made);
    return made;
  }

  /** The same call as one about a collection, for commands that write to several. */
  on(database: string, collection: string): Call {
    const { let: variables, bypassDocumentValidation } = this.body;
    const body: Document = { [this.name]: collection, $db: database };
    if (variables !== undefined) body.let = variables;
    if (bypassDocumentValidation !== undefined) body.bypassDocumentValidation = bypassDocumentValidation;
    const { session, transaction, retryNumber, earlier, deadline, now } = this;
    const inner = new Call(this.engine, this.client, body, new Map());
    return Object.assign(inner, { session, transaction, retryNumber, earlier, deadline, now });
  }

  /** Of what a retryable write writes. */
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

  /** Statements or documents, from the body or from a section of their own; each is decoded when it is asked for. */
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
  /** As it came in, when it came in a section of its own. */
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
  /** May run inside a multi-document transaction. */
  inTransaction?: boolean;
  /** Its reply waits until everything written is durable. */
  isWrite?: boolean;
  /** Open to clients that have not logged in. */
  isBeforeLogin?: boolean;
  /** Runs against the database "admin" alone. */
  isAdministrative?: boolean;
  /** The fields it reads besides those of every command; without a list it takes whatever comes. */
  fields?: readonly string[];
  /** Those that MongoDB has as well and this server has not: refused when they ask for something. */
  refusedFields?: readonly string[];
  run(call: Call): Promise<Reply> | Reply;
}

/** A switch of a command: a boolean, or a number other than zero. */
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
