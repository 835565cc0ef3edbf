/** One mailbox that is being read. */
export interface Reading {
  workspaceId: string;
  /** Releases the slot for another mailbox. */
  giveUp(): void;
}

/**
 * Slots for the mailboxes that one process reads concurrently. While slots are free, a workspace can use one per
 * mailbox. When none is free, a workspace over its share gives one up to a workspace below its share.
 */
export class ReadingPlaces {
  readonly #readings = new Set<Reading>();
  readonly #placesMax: number;
  readonly #shareMax: number;

  constructor(placesMax: number, shareMax: number) {
    this.#placesMax = placesMax;
    this.#shareMax = shareMax;
  }

  get isFull(): boolean {
    return this.#readings.size >= this.#placesMax;
  }

  /** Workspaces that have their share. Others have priority. */
  get served(): string[] {
    return [...this.#counts()].filter(([, count]) => count >= this.#shareMax).map(([workspaceId]) => workspaceId);
  }

  /** True if one more mailbox can be read, if necessary by replacing one beyond its workspace's share. */
  get canTake(): boolean {
    return !this.isFull || this.#largest()[1] > this.#shareMax;
  }

  /** Takes a slot. If none is free, the oldest reading of the largest workspace ends. */
  take(reading: Reading): void {
    if (this.isFull) this.#giveUpOne();
    this.#readings.add(reading);
  }

  leave(reading: Reading): void {
    this.#readings.delete(reading);
  }

  #giveUpOne(): void {
    const [largest] = this.#largest();
    const oldest = [...this.#readings].find(({ workspaceId }) => workspaceId === largest)!;
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
