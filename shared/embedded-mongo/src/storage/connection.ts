import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { MongoError } from '../errors.ts';

const statementsMax = 500;

/** One SQLite connection with a cache of its prepared statements. Rows are arrays. */
export class Connection {
  readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  constructor(path: string, options: { readOnly?: boolean; cacheMegabytes: number }) {
    this.database = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: 10_000 });
    try {
      this.database.exec(`PRAGMA cache_size = -${options.cacheMegabytes * 1024}`);
    } catch (error) {
      // The first statement reads the header. A refused file must not stay open.
      this.database.close();
      throw error;
    }
  }

  private prepare(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    if (this.statements.size >= statementsMax) this.statements.clear();
    const statement = this.database.prepare(sql);
    statement.setReturnArrays(true);
    this.statements.set(sql, statement);
    return statement;
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.prepare(sql).run(...values).changes);
  }

  all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.prepare(sql).all(...values) as T[];
  }

  get<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.prepare(sql).get(...values) as T | undefined;
  }

  /** Reads row by row. The caller must finish or leave the loop before any commit or rollback. */
  iterate<T>(sql: string, ...values: SQLInputValue[]): Iterable<T> {
    return this.prepare(sql).iterate(...values) as Iterable<unknown> as Iterable<T>;
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  /** Statements on dropped tables must not be reused. */
  forgetStatements(): void {
    this.statements.clear();
  }

  close(): void {
    this.statements.clear();
    this.database.close();
  }
}

const sqliteFull = 13;
/** SQLITE_CORRUPT and SQLITE_NOTADB with their extended codes, and a read that ends before its page. */
const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;
const sqliteShortRead = 522;
const damagedOnDisk = 301;

/** Uses MongoDB's code for errors that a client can act on. */
export function storageError(error: Error & { errcode?: number }): Error {
  if (isDamage(error)) return damageError(error);
  return error.errcode === sqliteFull ? new MongoError(14031, `the disk is full (${error.message})`) : error;
}

/** The file itself is damaged. No data read from it can be trusted, so the server ends. */
export class DamagedFileError extends MongoError {}

export function isDamage(error: Error): boolean {
  const { errcode } = error as { errcode?: number };
  if (error instanceof DamagedFileError || errcode === sqliteShortRead) return true;
  return errcode !== undefined && [sqliteCorrupt, sqliteNotADatabase].includes(errcode & 0xff);
}

export function damageError(error: Error): DamagedFileError {
  if (error instanceof DamagedFileError) return error;
  return new DamagedFileError(
    damagedOnDisk,
    `the data file is damaged on the disk (${error.message}). Run embedded-mongo check, then restore a backup or run embedded-mongo repair`,
  );
}
