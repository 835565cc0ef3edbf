import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BackupRefusal, JournalMark } from '../../domain/backup/refusal.ts';
import type { EpochMark } from '../../domain/backup/restore-epoch.ts';
import type { KeyRing, SealingKey } from '../../secrets/key-ring.ts';
import { seal, unseal } from '../../secrets/secret-box.ts';
import { refusalsSince } from '../../store/backup/refusal-store.ts';

type JournalLine = BackupRefusal | JournalMark;

function markLine({ epoch, counter }: EpochMark, now: Date): JournalMark {
  return { type: 'mark', at: now.toISOString(), epoch, counter };
}

const storeKeyId = 'store';
const context = 'refusals journal';
/** Longest time between creating an ID and committing its transaction, in milliseconds. */
const overlapMs = 5 * 60_000;

/**
 * Keys of a journal. Lines are sealed with the store's own key, which every backup contains and which outlives rotation
 * and loss of SECRET_KEY. Earlier versions sealed lines with SECRET_KEY.
 */
export function journalKeys(storeKeys: Buffer[], secretKeys: readonly SealingKey[]): KeyRing {
  const all = [...storeKeys.map((key) => ({ id: storeKeyId, key })), ...secretKeys];
  return { current: all[0]!, all };
}

export interface JournalContents {
  refusals: BackupRefusal[];
  /** Position of the store when the journal was last written. */
  mark: JournalMark | null;
}

/** Reads a journal for a restore. Throws if none of its lines can be decrypted. */
export async function readJournal(file: string, keys: KeyRing): Promise<JournalContents> {
  const lines = await readLines(file, keys);
  const read = lines.filter((line) => line !== null);
  if (lines.length > 0 && read.length === 0)
    throw new Error(`${file} does not open: it was not written for the store of this backup.`);
  return { refusals: read.filter((line) => line.type !== 'mark'), mark: lastMark(read) };
}

/**
 * True if the journal covers the time since the restored state. An empty journal does not, and neither does an old copy
 * that ends before that state.
 */
export function reaches({ mark, refusals }: JournalContents, state: EpochMark | null): boolean {
  if (mark === null) return refusals.length > 0;
  return state === null || mark.epoch !== state.epoch || mark.counter >= state.counter;
}

export async function readRefusals(file: string, keys: KeyRing): Promise<BackupRefusal[]> {
  return (await readJournal(file, keys)).refusals;
}

function lastMark(lines: readonly JournalLine[]): JournalMark | null {
  return lines.findLast((line) => line.type === 'mark') ?? null;
}

async function readLines(file: string, keys: KeyRing): Promise<(JournalLine | null)[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => openLine(line, keys));
}

/** Null for an incomplete line (a machine stopped while writing) and for a line with a lost key. */
function openLine(line: string, keys: KeyRing): JournalLine | null {
  try {
    return JSON.parse(unseal(keys, context, line));
  } catch {
    return null;
  }
}

/**
 * Keeps the journal of opt-outs, erasures, and sent messages outside the store, so that a restore of the store cannot
 * undo them. The journal is append-only. Lines that can no longer be decrypted are appended again from the store.
 */
export class RefusalJournal {
  readonly #file: string;
  readonly #keys: KeyRing;
  #known: Map<string, number> | undefined;
  #since = new Date(0);

  constructor(file: string, keys: KeyRing) {
    this.#file = file;
    this.#keys = keys;
  }

  /**
   * Appends the entries that the store has and the journal lacks, and syncs them to disk. Returns the number of
   * entries. `advance` first counts the addition in the store and returns the store's new position; undefined means
   * that nothing may be appended now.
   */
  async append(now: Date, advance?: () => Promise<EpochMark | undefined>): Promise<number> {
    this.#known ??= await this.#read();
    const known = this.#known;
    const fresh: BackupRefusal[] = [];
    for await (const page of refusalsSince(this.#since)) fresh.push(...page.filter(({ id }) => !known.has(id)));
    if (fresh.length > 0) {
      const mark = await advance?.();
      if (advance !== undefined && mark === undefined) return 0;
      await this.#write(mark === undefined ? fresh : [...fresh, markLine(mark, now)]);
    }
    for (const { id, at } of fresh) known.set(id, Date.parse(at));
    this.#since = new Date(now.getTime() - overlapMs);
    for (const [id, at] of known) if (at < this.#since.getTime() - overlapMs) known.delete(id);
    return fresh.length;
  }

  /** Writes only the position of the store, after a restore. */
  async writeMark(mark: EpochMark, now: Date): Promise<void> {
    await this.#write([markLine(mark, now)]);
  }

  async #read(): Promise<Map<string, number>> {
    const lines = await readLines(this.#file, this.#keys);
    const refusals = lines.filter((line) => line !== null && line.type !== 'mark') as BackupRefusal[];
    return new Map(refusals.map(({ id, at }) => [id, Date.parse(at)]));
  }

  async #write(refusals: JournalLine[]): Promise<void> {
    const lines = refusals.map((refusal) => `\n${seal(this.#keys, context, JSON.stringify(refusal))}`);
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const handle = await open(this.#file, 'a', 0o600);
    try {
      await handle.appendFile(lines.join(''));
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }
}
