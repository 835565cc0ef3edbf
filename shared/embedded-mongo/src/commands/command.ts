import { decodeDocument } from '../bson/decode.ts';
import { type Document, isDocument, toNumber, type Value } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import { View } from '../planner/view.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Server } from '../server.ts';
import type { Session } from '../sessions/session-registry.ts';
import type { Transaction } from '../sessions/transaction.ts';
import type { Collection } from '../storage/collection.ts';
import type { Reply } from './error-reply.ts';

/** A command on its way: what was asked, by whom, in which transaction. */
export class Call {
  readonly server: Server;
  readonly connection: Connection;
  readonly body: Document;
  readonly sequences: Map<string, Buffer[]>;
  readonly name: string;
  readonly database: string;
  session: Session | undefined;
  transaction: Transaction | undefined;
  /** Set for a retryable write. */
  retryNumber: number | undefined;
  readonly deadline: number;
  readonly now: Date;

  constructor(server: Server, connection: Connection, body: Document, sequences: Map<string, Buffer[]>) {
    this.server = server;
    this.connection = connection;
    this.body = body;
    this.sequences = sequences;
    this.name = Object.keys(body)[0] ?? '';
    this.database = typeof body.$db === 'string' ? body.$db : 'admin';
    const limitMs = body.maxTimeMS === undefined || this.name === 'getMore' ? 0 : toNumber(body.maxTimeMS);
    this.deadline = limitMs > 0 ? performance.now() + limitMs : Number.POSITIVE_INFINITY;
    this.now = server.now();
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
    return own ?? this.server.store.catalogue.find(this.database, name);
  }

  collectionOrCreate(): Collection {
    return this.collection ?? this.create({});
  }

  /** In a transaction the collection comes into being with the commit. */
  create(options: Document): Collection {
    const { catalogue } = this.server.store;
    if (!this.transaction)
      return catalogue.create(this.database, this.collectionName, options, ++this.server.store.sequence);
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
    const { session, transaction, retryNumber, deadline, now } = this;
    const inner = new Call(this.server, this.connection, body, new Map());
    return Object.assign(inner, { session, transaction, retryNumber, deadline, now });
  }

  get view(): View {
    return new View(this.server.store, this.transaction);
  }

  document(field: string): Document {
    const value = this.body[field];
    if (value === undefined || value === null) return {};
    if (!isDocument(value))
      throw new MongoError(14, `BSON field '${this.name}.${field}' is the wrong type, expected type 'object'`);
    return value;
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
  /** Runs against the database "admin" alone. */
  isAdministrative?: boolean;
  /** The fields it reads besides those of every command; without a list it takes whatever comes. */
  fields?: readonly string[];
  /** Those that MongoDB has as well and this server has not: refused when they ask for something. */
  refusedFields?: readonly string[];
  run(call: Call): Promise<Reply> | Reply;
}

export function hintOf(value: Value | undefined): string | Document | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || isDocument(value)) return value;
  throw new MongoError(9, 'hint must be either a string or an object');
}
