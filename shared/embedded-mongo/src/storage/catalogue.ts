import { randomUUID } from 'node:crypto';
import { Binary } from 'bson';
import { decodeDocument } from '../bson/decode.ts';
import { encodeDocument } from '../bson/encode.ts';
import type { Document } from '../bson/values.ts';
import { defineIndex, type Index } from '../index/index-definition.ts';
import { type Collection, checkNamespace, newCollection, notYetCreated, validatorOf } from './collection.ts';
import type { Connection } from './connection.ts';
import { IndexCatalogue } from './index-catalogue.ts';
import { checked, placeOf, withChecksum } from './stored-document.ts';
import type { WriteQueue } from './write-queue.ts';

const changeBytes = 4096;

function specificationAt(stored: Uint8Array, database: string, name: string): Buffer {
  return checked(stored, placeOf(database, name), `the specification of ${database}.${name}`);
}

function storedSpecification({ database, name }: Collection, specification: Document): Buffer {
  return withChecksum(encodeDocument(specification), placeOf(database, name));
}

/** All databases, collections, and indexes. Memory and file change together. */
export class Catalogue {
  readonly indexes: IndexCatalogue;
  private readonly connection: Connection;
  private readonly queue: WriteQueue;
  private collections = new Map<string, Collection>();
  /** Negative IDs mark objects that are not in the file yet. */
  private nextPending = -1;

  constructor(connection: Connection, queue: WriteQueue) {
    this.connection = connection;
    this.queue = queue;
    this.indexes = new IndexCatalogue(connection, queue);
  }

  /**
   * Reloads everything from the file. Known collections stay the same objects, for callers that hold them across a
   * rollback. Unfinished indexes disappear, which their builders notice.
   */
  load(sequence: number): void {
    const known = new Map(this.list().map((collection) => [collection.id, collection]));
    this.collections = new Map();
    const rows = this.connection.all<[number, string, string, Uint8Array]>(
      'SELECT id, database, name, specification FROM collections ORDER BY id',
    );
    for (const [id, database, name, bytes] of rows) {
      const fresh = newCollection(id, database, name, decodeDocument(specificationAt(bytes, database, name)), sequence);
      const [last] = this.connection.get<[number | null]>(`SELECT max(r) FROM ${fresh.table}`)!;
      fresh.indexes = this.indexes.load(id, sequence);
      const earlier = known.get(id);
      known.delete(id);
      // Open transactions use row numbers that are not in the file yet.
      fresh.nextRow = Math.max((last ?? 0) + 1, earlier?.nextRow ?? 1);
      delete earlier?.count;
      delete earlier?.validator;
      this.collections.set(`${database}.${name}`, earlier ? Object.assign(earlier, fresh) : fresh);
    }
    for (const collection of known.values()) collection.isDropped = true;
  }

  find(database: string, name: string): Collection | undefined {
    return this.collections.get(`${database}.${name}`);
  }

  list(database?: string): Collection[] {
    const all = [...this.collections.values()];
    return database === undefined ? all : all.filter((collection) => collection.database === database);
  }

  /** Prepares a collection that exists only inside a transaction until `persist`. */
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

  /** Creates the tables and the catalog entry of a prepared collection. */
  persist(collection: Collection, createdAt: number): Collection {
    const { database, name, specification } = collection;
    return this.change(() => {
      const [id] = this.connection.get<[number]>(
        'INSERT INTO collections (database, name, specification) VALUES (?, ?, ?) RETURNING id',
        database,
        name,
        storedSpecification(collection, specification),
      )!;
      this.connection.exec(`CREATE TABLE d${id} (r INTEGER PRIMARY KEY, doc BLOB NOT NULL, origin BLOB)`);
      const prepared = collection.indexes;
      Object.assign(collection, { id, table: `d${id}`, createdAt, indexes: [] });
      this.collections.set(`${database}.${name}`, collection);
      for (const index of prepared) {
        this.indexes.finish(collection, this.indexes.start(collection, index.specification), createdAt);
      }
      return collection;
    });
  }

  create(database: string, name: string, options: Document, createdAt: number): Collection {
    return this.persist(this.prepare(database, name, options), createdAt);
  }

  changeOptions(collection: Collection, options: Document): void {
    const validator = validatorOf(options);
    const specification = { ...collection.specification, options };
    const sql = 'UPDATE collections SET specification = ? WHERE id = ?';
    this.change(() => this.connection.run(sql, storedSpecification(collection, specification), collection.id));
    collection.specification = specification;
    delete collection.validator;
    if (validator) collection.validator = validator;
  }

  drop(collection: Collection): void {
    this.change(() => {
      this.connection.forgetStatements();
      for (const index of collection.indexes) this.connection.exec(`DROP TABLE IF EXISTS ${index.table}`);
      this.connection.exec(`DROP TABLE ${collection.table}`);
      this.connection.run('DELETE FROM indexes WHERE collection = ?', collection.id);
      this.connection.run('DELETE FROM collections WHERE id = ?', collection.id);
    });
    collection.isDropped = true;
    this.collections.delete(`${collection.database}.${collection.name}`);
  }

  rename(collection: Collection, database: string, name: string): void {
    checkNamespace(database, name);
    const sql = 'UPDATE collections SET database = ?, name = ?, specification = ? WHERE id = ?';
    const bytes = storedSpecification({ ...collection, database, name }, collection.specification);
    this.change(() => this.connection.run(sql, database, name, bytes, collection.id));
    this.collections.delete(`${collection.database}.${collection.name}`);
    collection.database = database;
    collection.name = name;
    this.collections.set(`${database}.${name}`, collection);
  }

  private change<T>(work: () => T): T {
    return this.queue.write(changeBytes, work);
  }
}
