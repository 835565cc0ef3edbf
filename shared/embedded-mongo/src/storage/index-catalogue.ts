import { decodeDocument } from '../bson/decode.ts';
import { encodeDocument } from '../bson/encode.ts';
import type { Document } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { defineIndex, type Index } from '../index/index-definition.ts';
import { type Collection, notYetCreated } from './collection.ts';
import type { Connection } from './connection.ts';
import { checked, placeOf, withChecksum } from './stored-document.ts';
import type { WriteQueue } from './write-queue.ts';

const indexesMax = 64;
const changeBytes = 4096;

/** The checksum also covers the other columns of the row. */
function storedSpecification({ id, name, multikey, specification }: Index): Buffer {
  return withChecksum(encodeDocument(specification), placeOf(id, name, multikey));
}

/** All indexes. An unfinished index has a table but no row, so the next start can identify leftover tables. */
export class IndexCatalogue {
  private readonly connection: Connection;
  private readonly queue: WriteQueue;

  constructor(connection: Connection, queue: WriteQueue) {
    this.connection = connection;
    this.queue = queue;
  }

  load(collection: number, sequence: number): Index[] {
    const rows = this.connection.all<[number, string, Uint8Array, number]>(
      'SELECT id, name, specification, multikey FROM indexes WHERE collection = ? ORDER BY id',
      collection,
    );
    return rows.map(([id, name, stored, multikey]) => {
      const bytes = checked(stored, placeOf(id, name, multikey), `the specification of index ${name}`);
      return defineIndex(id, decodeDocument(bytes), multikey, sequence);
    });
  }

  /** From now on, writers update the index. Readers can use it after `finish`. */
  start(collection: Collection, specification: Document): Index {
    if (collection.indexes.length >= indexesMax) throw new MongoError(67, `too many indexes (limit ${indexesMax})`);
    const { name } = defineIndex(0, specification, 0, notYetCreated);
    const id = this.queue.write(changeBytes, () => this.makeTable(collection, name, specification));
    const index = Object.assign(defineIndex(id, specification, 0, 0), { isBuilding: true });
    collection.indexes.push(index);
    return index;
  }

  /** AUTOINCREMENT never reuses an ID, although the row is deleted. */
  private makeTable(collection: Collection, name: string, specification: Document): number {
    const [id] = this.connection.get<[number]>(
      'INSERT INTO indexes (collection, name, specification) VALUES (?, ?, ?) RETURNING id',
      collection.id,
      name,
      encodeDocument(specification),
    )!;
    this.connection.run('DELETE FROM indexes WHERE id = ?', id);
    this.connection.exec(`CREATE TABLE x${id} (k BLOB, r INTEGER, PRIMARY KEY (k, r)) WITHOUT ROWID`);
    return id;
  }

  finish(collection: Collection, index: Index, createdAt: number): void {
    const sql = 'INSERT INTO indexes (id, collection, name, specification, multikey) VALUES (?, ?, ?, ?, ?)';
    const { id, name, multikey } = index;
    const bytes = storedSpecification(index);
    this.queue.write(changeBytes, () => this.connection.run(sql, id, collection.id, name, bytes, multikey));
    index.createdAt = createdAt;
    index.isBuilding = false;
  }

  remove(collection: Collection, index: Index): void {
    collection.indexes = collection.indexes.filter((other) => other !== index);
    this.queue.write(changeBytes, () => {
      this.connection.forgetStatements();
      this.connection.exec(`DROP TABLE IF EXISTS ${index.table}`);
      this.connection.run('DELETE FROM indexes WHERE id = ?', index.id);
    });
  }

  /** Drops indexes that were left unfinished when the process ended. Returns their number. */
  removeUnfinished(): number {
    const tables = this.connection.all<[string]>(
      "SELECT name FROM sqlite_schema WHERE name GLOB 'x[0-9]*' AND CAST(substr(name, 2) AS INTEGER) NOT IN (SELECT id FROM indexes)",
    );
    for (const [table] of tables) this.queue.write(changeBytes, () => this.connection.exec(`DROP TABLE ${table}`));
    return tables.length;
  }

  change(index: Index, specification: Document): void {
    const sql = 'UPDATE indexes SET specification = ? WHERE id = ?';
    const bytes = storedSpecification({ ...index, specification });
    this.queue.write(changeBytes, () => this.connection.run(sql, bytes, index.id));
    const { isBuilding } = index;
    Object.assign(index, defineIndex(index.id, specification, index.multikey, index.createdAt), { isBuilding });
  }

  /** Call this only within a write. */
  markMultikey(index: Index, flags: number): void {
    if ((index.multikey | flags) === index.multikey) return;
    index.multikey |= flags;
    const sql = 'UPDATE indexes SET multikey = ?, specification = ? WHERE id = ?';
    this.connection.run(sql, index.multikey, storedSpecification(index), index.id);
  }
}
