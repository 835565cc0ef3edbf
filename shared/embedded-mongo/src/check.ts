import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asBuffer, decodeDocument } from './bson/decode.ts';
import { keysOf } from './index/index-keys.ts';
import { type Collection, namespaceOf } from './storage/collection.ts';
import { DataFolderError, databaseFile } from './storage/data-folder.ts';
import { Store } from './storage/store.ts';

export interface CheckReport {
  collections: number;
  documents: number;
  /** One line for each; empty when the folder is sound. */
  problems: string[];
}

const problemsMax = 100;

/** Verifies the file's structure, that every document can be read, and that indexes and documents agree. */
export function checkFolder(path: string): CheckReport {
  if (!existsSync(join(path, databaseFile))) throw new DataFolderError(`there is no data in ${path}`);
  const store = new Store(path);
  try {
    const report: CheckReport = { collections: 0, documents: 0, problems: [] };
    attempt(report, 'file', () => {
      for (const [line] of store.writer.all<[string]>(`PRAGMA integrity_check(${problemsMax})`)) {
        if (line !== 'ok') report.problems.push(`file: ${line}`);
      }
    });
    for (const collection of store.catalogue.list()) {
      report.collections++;
      attempt(report, namespaceOf(collection), () => checkCollection(store, collection, report));
    }
    return report;
  } finally {
    store.snapshots.close();
    store.writer.close();
    store.release();
  }
}

/** A page that cannot be read at all ends a part of the check, not the whole. */
function attempt(report: CheckReport, part: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    report.problems.push(`${part}: ${(error as Error).message}`);
  }
}

function checkCollection(store: Store, collection: Collection, report: CheckReport): void {
  const name = namespaceOf(collection);
  const expected = new Map(collection.indexes.map((index) => [index, 0]));
  const sql = `SELECT r, doc FROM ${collection.table} WHERE r > ? ORDER BY r LIMIT 500`;
  for (let last = 0; ; ) {
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
      const document = decodeDocument(asBuffer(bytes));
      for (const index of collection.indexes) {
        for (const key of keysOf(index, document).keys) {
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
