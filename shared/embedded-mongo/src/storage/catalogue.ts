import { randomUUID } from 'node:crypto';
import { Binary } from 'bson';
import { asBuffer, decodeDocument } from '../bson/decode.ts';
import { encodeDocument } from '../bson/encode.ts';
import type { Document } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { defineIndex, type Index } from '../index/index-definition.ts';
import { type Collection, checkNamespace, newCollection, notYetCreated, validatorOf } from './collection.ts';
import type { Connection } from './connection.ts';
import type { WriteQueue } from './write-queue.ts';

const indexesMax = 64;
const changeBytes = 4096;

/** What databases, collections and indexes there are; memory and file change together. */
export class Catalogue {
  private readonly connection: Connection;
  private readonly queue: WriteQueue;
  private collections = new Map<string, Collection>();
  /** Negative numbers name what has no place in the file yet. */
  private nextPending = -1;

  constructor(connection: Connection, queue: WriteQueue) {
    this.connection = connection;
    this.queue = queue;
  }

  /** Reads everything from the file again. */
  load(sequence: number): void {
    this.collections = new Map();
    const rows = this.connection.all<[number, string, string, Uint8Array]>(
      'SELECT id, database, name, specification FROM collections ORDER BY id',
    );
    for (const [id, database, name, bytes] of rows) {
      const collection = this.remember(id, database, name, decodeDocument(asBuffer(bytes)), sequence);
      const [last] = this.connection.get<[number | null]>(`SELECT max(r) FROM ${collection.table}`)!;
      collection.nextRow = (last ?? 0) + 1;
      collection.indexes = this.loadIndexes(id, sequence);
    }
  }

  private loadIndexes(collection: number, sequence: number): Index[] {
    const rows = this.connection.all<[number, Uint8Array, number]>(
      'SELECT id, specification, multikey FROM indexes WHERE collection = ? ORDER BY id',
      collection,
    );
    return rows.map(([id, bytes, multikey]) => defineIndex(id, decodeDocument(asBuffer(bytes)), multikey, sequence));
  }

  private remember(id: number, database: string, name: string, specification: Document, createdAt: number): Collection {
    const collection = newCollection(id, database, name, specification, createdAt);
    this.collections.set(`${database}.${name}`, collection);
    return collection;
  }

  find(database: string, name: string): Collection | undefined {
    return this.collections.get(`${database}.${name}`);
  }

  list(database?: string): Collection[] {
    const all = [...this.collections.values()];
    return database === undefined ? all : all.filter((collection) => collection.database === database);
  }

  /** A collection that exists only inside a transaction until `persist`. */
  prepare(database: string, name: string, options: Document): Collection {
    checkNamespace(database, name);
    const uuid = new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), 4);
    const specification: Document = { options, info: { readOnly: false, uuid } };
    const id = this.nextPending--;
    const collection = newCollection(id, database, name, specification, notYetCreated);
    collection.indexes = [defineIndex(this.nextPending--, { v: 2, key: { _id: 1 }, name: '_id_' }, 0, notYetCreated)];
    return collection;
  }

  prepareIndex(specification: Document): Index {
    return defineIndex(this.nextPending--, specification, 0, notYetCreated);
  }

  /** Gives a prepared collection its tables and its place in the catalogue. */
  persist(collection: Collection, createdAt: number): Collection {
    this.queue.begin(changeBytes);
    const { database, name, specification } = collection;
    const [id] = this.connection.get<[number]>(
      'INSERT INTO collections (database, name, specification) VALUES (?, ?, ?) RETURNING id',
      database,
      name,
      encodeDocument(specification),
    )!;
    this.connection.exec(`CREATE TABLE d${id} (r INTEGER PRIMARY KEY, doc BLOB NOT NULL)`);
    const prepared = collection.indexes;
    Object.assign(collection, { id, table: `d${id}`, createdAt, indexes: [] });
    this.collections.set(`${database}.${name}`, collection);
    for (const index of prepared) this.addIndex(collection, index.specification, createdAt);
    return collection;
  }

  create(database: string, name: string, options: Document, createdAt: number): Collection {
    return this.persist(this.prepare(database, name, options), createdAt);
  }

  changeOptions(collection: Collection, options: Document): void {
    const validator = validatorOf(options);
    this.queue.begin(changeBytes);
    const specification = { ...collection.specification, options };
    this.connection.run(
      'UPDATE collections SET specification = ? WHERE id = ?',
      encodeDocument(specification),
      collection.id,
    );
    collection.specification = specification;
    delete collection.validator;
    if (validator) collection.validator = validator;
  }

  addIndex(collection: Collection, specification: Document, createdAt: number): Index {
    if (collection.indexes.length >= indexesMax) throw new MongoError(67, `too many indexes (limit ${indexesMax})`);
    const trial = defineIndex(0, specification, 0, createdAt);
    this.queue.begin(changeBytes);
    const [id] = this.connection.get<[number]>(
      'INSERT INTO indexes (collection, name, specification) VALUES (?, ?, ?) RETURNING id',
      collection.id,
      trial.name,
      encodeDocument(specification),
    )!;
    this.connection.exec(`CREATE TABLE x${id} (k BLOB, r INTEGER, PRIMARY KEY (k, r)) WITHOUT ROWID`);
    const index = defineIndex(id, specification, 0, createdAt);
    collection.indexes.push(index);
    return index;
  }

  removeIndex(collection: Collection, index: Index): void {
    this.queue.begin(changeBytes);
    this.connection.forgetStatements();
    this.connection.exec(`DROP TABLE ${index.table}`);
    this.connection.run('DELETE FROM indexes WHERE id = ?', index.id);
    collection.indexes = collection.indexes.filter((other) => other !== index);
  }

  updateIndex(collection: Collection, index: Index, specification: Document): void {
    this.queue.begin(changeBytes);
    this.connection.run('UPDATE indexes SET specification = ? WHERE id = ?', encodeDocument(specification), index.id);
    const changed = defineIndex(index.id, specification, index.multikey, index.createdAt);
    collection.indexes = collection.indexes.map((other) => (other === index ? changed : other));
  }

  markMultikey(index: Index, flags: number): void {
    if ((index.multikey | flags) === index.multikey) return;
    index.multikey |= flags;
    this.connection.run('UPDATE indexes SET multikey = ? WHERE id = ?', index.multikey, index.id);
  }

  drop(collection: Collection): void {
    this.queue.begin(changeBytes);
    this.connection.forgetStatements();
    for (const index of collection.indexes) this.connection.exec(`DROP TABLE ${index.table}`);
    this.connection.exec(`DROP TABLE ${collection.table}`);
    this.connection.run('DELETE FROM indexes WHERE collection = ?', collection.id);
    this.connection.run('DELETE FROM collections WHERE id = ?', collection.id);
    collection.isDropped = true;
    this.collections.delete(`${collection.database}.${collection.name}`);
  }

  rename(collection: Collection, database: string, name: string): void {
    checkNamespace(database, name);
    this.queue.begin(changeBytes);
    this.connection.run('UPDATE collections SET database = ?, name = ? WHERE id = ?', database, name, collection.id);
    this.collections.delete(`${collection.database}.${collection.name}`);
    collection.database = database;
    collection.name = name;
    this.collections.set(`${database}.${name}`, collection);
  }
}
