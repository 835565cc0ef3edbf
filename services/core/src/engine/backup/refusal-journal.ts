import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BackupRefusal } from '../../domain/backup/refusal.ts';
import { seal, unseal } from '../../mail/secret-box.ts';
import { refusalsSince } from '../../store/backup/refusal-store.ts';

type SealingKey = Parameters<typeof seal>[0];

const context = 'refusals journal';
/** A transaction may commit this long after it made its ids. */
const overlapMs = 5 * 60_000;

/** Reads a journal; half a line, which a stop of the machine left, is passed over. */
export async function readRefusals(file: string, key: SealingKey): Promise<BackupRefusal[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line !== '');
  const read = lines.map((line) => openLine(line, key)).filter((refusal) => refusal !== null);
  if (lines.length > 0 && read.length === 0)
    throw new Error(`${file} does not open: SECRET_KEY is not the one that it was written with.`);
  return read;
}

/** Null for what a machine that stopped in the middle of writing left behind. */
function openLine(line: string, key: SealingKey): BackupRefusal | null {
  try {
    return JSON.parse(unseal(key, context, line));
  } catch {
    return null;
  }
}

/**
 * Keeps the journal of who said no and who was erased, outside of the store, so that a restore of the store cannot take it
 * back. Lines are sealed with SECRET_KEY and only ever appended.
 */
export class RefusalJournal {
  readonly #file: string;
  readonly #key: SealingKey;
  #known: Map<string, number> | undefined;
  #since = new Date(0);

  constructor(file: string, key: SealingKey) {
    this.#file = file;
    this.#key = key;
  }

  /** Appends what the store has and the journal has not, synced to the disk; returns how many. */
  async append(now: Date): Promise<number> {
    this.#known ??= await this.#read();
    const known = this.#known;
    const fresh: BackupRefusal[] = [];
    for await (const page of refusalsSince(this.#since)) fresh.push(...page.filter(({ id }) => !known.has(id)));
    if (fresh.length > 0) await this.#write(fresh);
    for (const { id, at } of fresh) known.set(id, Date.parse(at));
    this.#since = new Date(now.getTime() - overlapMs);
    for (const [id, at] of known) if (at < this.#since.getTime() - overlapMs) known.delete(id);
    return fresh.length;
  }

  async #read(): Promise<Map<string, number>> {
    const refusals = await readRefusals(this.#file, this.#key);
    return new Map(refusals.map(({ id, at }) => [id, Date.parse(at)]));
  }

  async #write(refusals: BackupRefusal[]): Promise<void> {
    const lines = refusals.map((refusal) => `\n${seal(this.#key, context, JSON.stringify(refusal))}`);
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
