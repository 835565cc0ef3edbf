import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeDocument } from '../bson/decode.ts';
import { type Document, isDocument } from '../bson/values.ts';
import { type Collection, documentAt, namespaceOf } from '../storage/collection.ts';
import { Connection } from '../storage/connection.ts';
import { DataFolderError, databaseFile, lockFolder, markFile } from '../storage/data-folder.ts';
import { keyChanges, rowHolding, writeRecord } from '../storage/record-writer.ts';
import { Store } from '../storage/store.ts';
import { checked, placeOf } from '../storage/stored-document.ts';
import { describeLogDamage, findLogDamage } from '../storage/verify-files.ts';
import { salvageRows } from './salvage.ts';

export interface RepairReport {
  collections: number;
  documents: number;
  /** One line for each item that was damaged and skipped. */
  lost: string[];
  /** Folder that keeps the original files. */
  keptIn: string;
}

const cacheMegabytes = 8;
const documentsPerCommit = 500;
const workFolder = '.repair';

type CollectionRow = [id: number, database: string, name: string, specification: Uint8Array];
type IndexRow = [id: number, collection: number, name: string, specification: Uint8Array, multikey: number];

/** Writes all intact data into new files and rebuilds all indexes. Keeps the old files. */
export async function repairFolder(path: string, now = new Date()): Promise<RepairReport> {
  if (!existsSync(join(path, databaseFile))) throw new DataFolderError(`there is no data in ${path}`);
  const lock = lockFolder(path);
  const keptIn = join(path, `damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`);
  const report: RepairReport = { collections: 0, documents: 0, lost: [], keptIn };
  const work = join(path, workFolder);
  rmSync(work, { recursive: true, force: true });
  try {
    const damage = findLogDamage(path);
    if (damage) report.lost.push(describeLogDamage(damage));
    const source = new Connection(join(path, databaseFile), { readOnly: true, cacheMegabytes });
    const target = new Store(work);
    try {
      await copyAll(source, target, report);
    } catch (error) {
      const { message } = error as Error;
      throw new DataFolderError(`the catalogue in ${path} is damaged (${message}): only a backup can help`);
    } finally {
      source.close();
      await target.close();
    }
    replaceFiles(path, work, keptIn);
    return report;
  } finally {
    rmSync(work, { recursive: true, force: true });
    lock.close();
  }
}

function replaceFiles(path: string, work: string, keptIn: string): void {
  mkdirSync(keptIn, { mode: 0o700 });
  for (const name of [databaseFile, `${databaseFile}-wal`, markFile]) {
    if (existsSync(join(path, name))) renameSync(join(path, name), join(keptIn, name));
  }
  rmSync(join(path, `${databaseFile}-shm`), { force: true });
  for (const name of [databaseFile, markFile]) renameSync(join(work, name), join(path, name));
}

async function copyAll(source: Connection, target: Store, report: RepairReport): Promise<void> {
  // Reads columns by position, because their names may be damaged.
  const rows = source.all<CollectionRow>('SELECT * FROM collections');
  for (const row of rows) {
    report.collections++;
    await copyCollection(source, target, row, report);
  }
}

async function copyCollection(source: Connection, target: Store, row: CollectionRow, report: RepairReport) {
  const [id, database, name, specification] = row;
  const options = optionsOf(specification, database, name, report);
  const collection = target.catalogue.create(database, name, options, ++target.sequence);
  const tables = copyIndexes(source, target, id, collection, report);
  const rows = salvageRows(source, `d${id}`, tables);
  for (let copied = 0; ; copied++) {
    const { done, value } = rows.next();
    if (done) {
      if (!value.isWhole) report.lost.push(`${namespaceOf(collection)}: pages of documents that cannot be read`);
      break;
    }
    attempt(report, `${namespaceOf(collection)} row ${value[0]}`, () =>
      copyDocument(target, collection, value, report),
    );
    if (copied % documentsPerCommit === 0) await target.queue.durable();
  }
  await target.queue.durable();
}

function optionsOf(stored: Uint8Array, database: string, name: string, report: RepairReport): Document {
  let options: Document = {};
  attempt(report, `${database}.${name}: its options`, () => {
    const specification = decodeDocument(checked(stored, placeOf(database, name), 'the specification'));
    if (isDocument(specification.options)) options = specification.options;
  });
  return options;
}

/** Returns the tables of the old indexes, which may list rows that cannot be reached otherwise. */
function copyIndexes(source: Connection, target: Store, id: number, collection: Collection, report: RepairReport) {
  const { indexes } = target.catalogue;
  const rows = source.all<IndexRow>('SELECT * FROM indexes').filter(([, owner]) => owner === id);
  for (const [index, , name, stored, multikey] of rows) {
    if (name === '_id_') continue;
    attempt(report, `${namespaceOf(collection)}: index ${name}`, () => {
      const specification = decodeDocument(checked(stored, placeOf(index, name, multikey), 'the specification'));
      indexes.finish(collection, indexes.start(collection, specification), target.sequence);
    });
  }
  return rows.map(([index]) => `x${index}`);
}

function copyDocument(target: Store, collection: Collection, stored: [number, Uint8Array], report: RepairReport): void {
  const [row] = stored;
  const bytes = documentAt(collection, row, stored[1]);
  const changes = keyChanges(collection, undefined, decodeDocument(bytes));
  for (const { index, added } of changes) {
    if (!index.isUnique || added.every((key) => rowHolding(target, index, key, row) === undefined)) continue;
    report.lost.push(
      `${namespaceOf(collection)} row ${row}: its key in the unique index ${index.name} is there already`,
    );
    return;
  }
  writeRecord(target, collection, row, bytes, true, changes);
  report.documents++;
}

function attempt(report: RepairReport, part: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    report.lost.push(`${part}: ${(error as Error).message}`);
  }
}
