import type { RowSet } from './row-set.ts';

const entryBytes = 200;

/** Sets of rows in memory, up to a size. The one that was not used for longest goes first. */
export class SetCache {
  readonly #sets = new Map<string, RowSet | null>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Undefined if it is not in the cache, and null if there is no such set. */
  get(key: string): RowSet | null | undefined {
    const set = this.#sets.get(key);
    if (set === undefined) return undefined;
    this.#sets.delete(key);
    this.#sets.set(key, set);
    return set;
  }

  set(key: string, set: RowSet | null): void {
    this.#remove(key);
    this.#sets.set(key, set);
    this.#bytes += sizeOf(set);
    for (const oldest of this.#sets.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const set = this.#sets.get(key);
    if (set === undefined) return;
    this.#sets.delete(key);
    this.#bytes -= sizeOf(set);
  }
}

function sizeOf(set: RowSet | null): number {
  return entryBytes + (set?.bytes ?? 0);
}
