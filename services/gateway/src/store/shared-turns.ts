interface Turn<T> {
  running: Promise<T>;
  next?: Promise<T>;
}

/**
 * Runs work one at a time for each key. Callers that arrive during a run share the next run, which starts after all of
 * them have asked.
 */
export class SharedTurns<T> {
  readonly #turns = new Map<string, Turn<T>>();

  take(key: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(key);
    if (turn === undefined) return this.#begin(key, work);
    const begin = () => this.#begin(key, work);
    turn.next ??= turn.running.then(begin, begin);
    return turn.next;
  }

  #begin(key: string, work: () => Promise<T>): Promise<T> {
    const turn: Turn<T> = { running: work() };
    this.#turns.set(key, turn);
    const end = () => {
      if (turn.next === undefined) this.#turns.delete(key);
    };
    turn.running.then(end, end);
    return turn.running;
  }
}
