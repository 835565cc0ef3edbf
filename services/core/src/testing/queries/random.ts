/** Repeatable pseudorandom numbers in [0, 1) (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const dayMs = 86_400_000;

/** Repeatable random choices, and the parts that all records share. */
export class Dice {
  readonly #random: () => number;
  readonly #workspaceId: string;
  readonly #now = Date.now();

  constructor(seed: number, workspaceId: string) {
    this.#random = randomNumbers(seed);
    this.#workspaceId = workspaceId;
  }

  below(max: number): number {
    return Math.floor(this.#random() * max);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  some<T>(values: readonly T[], share: number): T[] {
    return values.filter(() => this.chance(share));
  }

  /** Time at most this many days ago, and at least a minute. */
  ago(days: number): Date {
    return new Date(this.#now - this.below(days * dayMs) - 60_000);
  }

  /** Members of every record. */
  record(days: number) {
    const at = this.ago(days);
    return { workspaceId: this.#workspaceId, createdAt: at, updatedAt: at, version: 1 };
  }
}
