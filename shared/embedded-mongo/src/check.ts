import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decodeDocument } from './bson/decode.ts';
import { keysOf } from './index/index-keys.ts';
import { type Collection, documentAt, namespaceOf } from './storage/collection.ts';
import { DataFolderError, databaseFile } from './storage/data-folder.ts';
import { Store } from './storage/store.ts';
import { checked, placeOf } from './storage/stored-document.ts';
import { describeLogDamage, findLogDamage, missingLog } from './storage/verify-files.ts';

export interface CheckReport {
  collections: number;
  documents: number;
  /** Number of documents in the first format, which have no checksum yet. */
  unverified: number;
  /** One line per problem. Empty if the folder is intact. */
  problems: string[];
}

const problemsMax = 100;

/**
 * Verifies the structure of the file, the readability of every document, and the agreement between indexes and
 * documents.
 */
export function checkFolder(path: string): CheckReport {
  if (!existsSync(join(path, databaseFile))) throw new DataFolderError(`there is no data in ${path}`);
  const damage = findLogDamage(path);
  if (damage) return { collections: 0, documents: 0, unverified: 0, problems: [describeLogDamage(damage)] };
  const missing = missingLog(path);
  const store = new Store(path);
  try {
    const problems = missing === undefined ? [] : [missing];
    const report: CheckReport = { collections: 0, documents: 0, unverified: 0, problems };
    attempt(report, 'file', () => {
      for (const [line] of store.writer.all<[string]>(`PRAGMA integrity_check(${problemsMax})`)) {
        if (line !== 'ok') report.problems.push(`file: ${line}`);
      }
    });
    for (const collection of store.catalogue.list()) {
      report.collections++;
      attempt(report, namespaceOf(collection), () => checkCollection(store, collection, report));
    }
    attempt(report, 'outcomes of writes', () => checkOutcomes(store));
    return report;
  } finally {
    store.closeUnwritten();
  }
}

/** An unreadable page ends one part of the check, not the whole check. */
function attempt(report: CheckReport, part: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    report.problems.push(`${part}: ${(error as Error).message}`);
  }
}

function checkOutcomes(store: Store): void {
  const rows = store.writer.all<[Uint8Array, number, Uint8Array]>('SELECT session, number, outcome FROM retries');
  for (const [session, number, outcome] of rows) {
    checked(outcome, placeOf(Buffer.from(session).toString('hex'), number), 'one');
  }
}

function checkCollection(store: Store, collection: Collection, report: CheckReport): void {
  const name = namespaceOf(collection);
  const expected = new Map(collection.indexes.map((index) => [index, 0]));
  const sql = `SELECT r, doc FROM ${collection.table} WHERE r > ? ORDER BY r LIMIT 500`;
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = store.writer.all<[number, Uint8Array]>(sql, last);
    for (const [row, bytes] of rows) {
      report.documents++;
      checkDocument(row, bytes);
    }
    if (rows.length < 500) break;
    last = rows.at(-1)![0];
  }
  for (const [index, count] of expected) {
    const [stored] = store.writer.get<[number]>(`SELECT count(*) FROM ${index.table}`)!;
    if (stored !== count) note(`index ${index.name} holds ${stored} keys, the documents need ${count}`);
    const twice =
      index.isUnique && store.writer.get(`SELECT 1 FROM ${index.table} GROUP BY k HAVING count(*) > 1 LIMIT 1`);
    if (twice) note(`unique index ${index.name} holds a key twice`);
  }

  function note(problem: string): void {
    if (report.problems.length < problemsMax) report.problems.push(`${name}: ${problem}`);
  }

  function checkDocument(row: number, bytes: Uint8Array): void {
    try {
      const whole = documentAt(collection, row, bytes);
      if (whole.length === bytes.length) report.unverified++;
      const document = decodeDocument(whole);
      for (const index of collection.indexes) {
        const { keys, multikey } = keysOf(index, document);
        if ((multikey & ~index.multikey) !== 0) note(`index ${index.name} does not know of an array in row ${row}`);
        for (const key of keys) {
          expected.set(index, expected.get(index)! + 1);
          const found = store.writer.get(`SELECT 1 FROM ${index.table} WHERE k = ? AND r = ?`, key, row);
          if (!found) note(`index ${index.name} lacks a key of row ${row}`);
        }
      }
    } catch (error) {
      note(`row ${row} cannot be read: ${(error as Error).message}`);
    }
  }
}
