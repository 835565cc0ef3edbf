import { SeededRandom } from '../../domain/values/random.ts';

const dayMs = 86_400_000;

/** Repeatable random choices, and the parts that all records share. */
export class Dice {
  readonly #random: SeededRandom;
  readonly #workspaceId: string;
  readonly #now = Date.now();

  constructor(seed: number, workspaceId: string) {
    this.#random = new SeededRandom(seed);
    this.#workspaceId = workspaceId;
  }

  below(max: number): number {
    return this.#random.integer(0, max - 1);
  }

  chance(share: number): boolean {
    return this.#random.next() < share;
  }

  pick<T>(values: readonly T[]): T {
    return this.#random.pick(values);
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
