/** Maximum messages in flight per worker. This many can become unconfirmed if it is killed. */
export const batchMax = 10;

/**
 * In-flight limit of a worker, shared by its concurrent turns. Each turn has one message of its own, plus any free
 * ones.
 */
export class SendingPlaces {
  #shared: number;

  constructor(turns: number) {
    this.#shared = batchMax - turns;
  }

  /**
   * Claims the messages that a turn can have in flight until it returns them. Always at least one, so that no turn
   * waits for another.
   */
  take(): number {
    const taken = this.#shared;
    this.#shared = 0;
    return taken + 1;
  }

  giveBack(count: number): void {
    this.#shared += count - 1;
  }
}
