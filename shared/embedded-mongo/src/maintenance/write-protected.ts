import { DatabaseSync } from 'node:sqlite';
import { pageSize, setFormat } from '../storage/data-folder.ts';
import { checked, placeOf, withChecksum } from '../storage/stored-document.ts';
import { syncPath } from './sync-path.ts';

const batchRows = 1_000;

type Log = (line: string) => void;

/** Writes all data of a database into a new file in the current format, and syncs it. */
export function writeProtected(from: string, to: string, log: Log): void {
  const database = new DatabaseSync(to);
  try {
    database.exec(`PRAGMA page_size = ${pageSize}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF`);
    database.prepare('ATTACH ? AS old').run(from);
    database.function('protected_document', (stored, row) =>
      sealed(stored as Uint8Array, Number(row), `document ${row}`),
    );
    database.function('protected_entry', { varargs: true }, (stored, ...parts) =>
      sealed(stored as Uint8Array, placeOf(...(parts as (string | number)[])), 'the catalogue'),
    );
    database.exec('BEGIN');
    for (const { sql } of database.prepare('SELECT sql FROM old.sqlite_schema WHERE sql IS NOT NULL').all())
      if (!String(sql).startsWith('CREATE TABLE sqlite_')) database.exec(String(sql));
    copyCatalogue(database);
    copyCollections(database, log);
    database.exec('COMMIT');
    setFormat(database);
  } finally {
    database.close();
  }
  syncPath(to);
}

/** Returns the value with a checksum. Verifies an existing checksum first. */
function sealed(stored: Uint8Array, place: number, what: string): Buffer {
  return withChecksum(checked(stored, place, what), place);
}

function copyCatalogue(database: DatabaseSync): void {
  database.exec(`
    INSERT INTO main.collections SELECT id, database, name, protected_entry(specification, database, name) FROM old.collections;
    INSERT INTO main.indexes SELECT id, collection, name, protected_entry(specification, id, name, multikey), multikey
      FROM old.indexes;
    INSERT INTO main.retries SELECT * FROM old.retries;
    DELETE FROM main.sqlite_sequence;
    INSERT INTO main.sqlite_sequence SELECT * FROM old.sqlite_sequence`);
}

function copyCollections(database: DatabaseSync, log: Log): void {
  const tables = (letter: 'd' | 'x', from: string) =>
    database.prepare(`SELECT '${letter}' || id AS name FROM old.${from} ORDER BY id`).all() as { name: string }[];
  for (const { name } of tables('d', 'collections')) copyDocuments(database, name, log);
  for (const { name } of tables('x', 'indexes'))
    database.exec(`INSERT INTO main.${name} SELECT k, r FROM old.${name} ORDER BY k, r`);
}

function copyDocuments(database: DatabaseSync, name: string, log: Log): void {
  const copy = database.prepare(
    `INSERT INTO main.${name} (r, doc, origin) SELECT r, protected_document(doc, r), origin FROM old.${name}
     WHERE r > ? ORDER BY r LIMIT ${batchRows}`,
  );
  const last = database.prepare(`SELECT max(r) AS r FROM main.${name}`);
  let copied = 0;
  for (let row = Number.MIN_SAFE_INTEGER; ; row = Number(last.get()!.r)) {
    const { changes } = copy.run(row);
    copied += Number(changes);
    if (changes < batchRows) return;
    // The launcher extends its time limit for the start with each line.
    log(`giving documents a checksum: ${copied} of collection ${name}`);
  }
}
