/** Pseudorandom numbers that are the same on every machine (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!;
  }

  pickWeighted<T extends { weight: number }>(items: readonly T[]): T {
    const sum = items.reduce((total, item) => total + item.weight, 0);
    let left = this.next() * sum;
    for (const item of items) {
      left -= item.weight;
      if (left < 0) return item;
    }
    return items.at(-1)!;
  }

  /** Up to `count` different items. */
  sample<T>(items: readonly T[], count: number): T[] {
    const rest = [...items];
    const chosen: T[] = [];
    while (chosen.length < count && rest.length > 0)
      chosen.push(...rest.splice(Math.floor(this.next() * rest.length), 1));
    return chosen;
  }
}

/** Spreads a small number over 32 bits, so that neighbors have unrelated sequences (Knuth's multiplicative hash). */
export function seedFor(kind: number, index: number): number {
  return Math.imul(index + 1, 2_654_435_761) ^ Math.imul(kind, 40_503);
}
