/** One mailbox that is being read. */
export interface Reading {
  workspaceId: string;
  /** Start of the reading in milliseconds. */
  since: number;
  /** Releases the slot for another mailbox. */
  giveUp(): void;
}

/**
 * Slots for the mailboxes that one process reads concurrently. While slots are free, a workspace can use one per
 * mailbox. When none is free, a workspace over its share gives one up to a workspace below its share. Each reading also
 * gives up its slot after a turn, so that every mailbox is read.
 */
export class ReadingPlaces {
  readonly #readings = new Set<Reading>();
  readonly #placesMax: number;
  readonly #shareMax: number;
  readonly #turnMs: number;

  constructor(placesMax: number, shareMax: number, turnMs: number) {
    this.#placesMax = placesMax;
    this.#shareMax = shareMax;
    this.#turnMs = turnMs;
  }

  get isFull(): boolean {
    return this.#readings.size >= this.#placesMax;
  }

  /** Workspaces that have their share. Others have priority. */
  get served(): string[] {
    return [...this.#counts()].filter(([, count]) => count >= this.#shareMax).map(([workspaceId]) => workspaceId);
  }

  /** True if a mailbox of any workspace can be read: a slot is free, or a reading has had its turn. */
  hasPlaceForAny(now: number): boolean {
    const [oldest] = this.#readings;
    return !this.isFull || (oldest !== undefined && now - oldest.since >= this.#turnMs);
  }

  /** True if one more mailbox can be read, if necessary by replacing one beyond its workspace's share. */
  canTake(now: number): boolean {
    return this.hasPlaceForAny(now) || this.#largest()[1] > this.#shareMax;
  }

  /**
   * Takes a slot. If none is free, the oldest reading of the largest workspace ends, or the oldest of all if no
   * workspace is over its share.
   */
  take(reading: Reading): void {
    if (this.isFull) this.#giveUpOne();
    this.#readings.add(reading);
  }

  leave(reading: Reading): void {
    this.#readings.delete(reading);
  }

  #giveUpOne(): void {
    const [largest, count] = this.#largest();
    const isOver = count > this.#shareMax;
    const oldest = [...this.#readings].find(({ workspaceId }) => !isOver || workspaceId === largest)!;
    this.leave(oldest);
    oldest.giveUp();
  }

  #counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { workspaceId } of this.#readings) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
    return counts;
  }

  #largest(): [workspaceId: string, count: number] {
    return [...this.#counts()].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0]);
  }
}
