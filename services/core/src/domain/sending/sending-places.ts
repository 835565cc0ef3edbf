/** Messages that one worker has under way at once: as many may become unconfirmed when it is killed. */
export const windowMax = 10;

/** The places of a worker, shared by the turns that it gives at the same time: each has one of its own, and what is free of the rest. */
export class SendingPlaces {
  #shared: number;

  constructor(turns: number) {
    this.#shared = windowMax - turns;
  }

  /** How many messages a turn may have under way until it gives them back: never none, so that no turn waits for another. */
  take(): number {
    const taken = this.#shared;
    this.#shared = 0;
    return taken + 1;
  }

  giveBack(count: number): void {
    this.#shared += count - 1;
  }
}
