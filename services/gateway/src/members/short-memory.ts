/**
 * The core caches for as long before it, so that an end of authority takes effect within a second, in any number of
 * processes.
 */
const keptMs = 400;
const entriesMax = 5_000;

/** Results of questions to the core, kept for a moment. Concurrent questions about one subject are asked once. */
export class ShortMemory<Value> {
  readonly #isKept: (value: Value) => boolean;
  readonly #entries = new Map<string, { value: Promise<Value>; until: number }>();

  constructor(isKept: (value: Value) => boolean) {
    this.#isKept = isKept;
  }

  remember(id: string, ask: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(id);
    if (known !== undefined && known.until > performance.now()) return known.value;
    if (this.#entries.size >= entriesMax) this.#entries.clear();
    // Counted from the question, because the response can be as old as that.
    const entry = { value: ask(), until: performance.now() + keptMs };
    this.#entries.set(id, entry);
    entry.value.then(
      (value) => {
        if (!this.#isKept(value)) this.#remove(id, entry);
      },
      () => this.#remove(id, entry),
    );
    return entry.value;
  }

  forget(id: string): void {
    this.#entries.delete(id);
  }

  #remove(id: string, entry: object): void {
    if (this.#entries.get(id) === entry) this.#entries.delete(id);
  }
}
