/** One mailbox that is read. */
export interface Reading {
  workspaceId: string;
  /** Lets another mailbox have the place. */
  giveUp(): void;
}

/**
 * How many mailboxes one process reads at once. While there are free places, anybody has as many as there are mailboxes;
 * when there are none, who has more than a share gives one up to a workspace that has less.
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

  /** Workspaces that have their share: others go first. */
  get served(): string[] {
    return [...this.#counts()].filter(([, count]) => count >= this.#shareMax).map(([workspaceId]) => workspaceId);
  }

  /** Whether one more can be read, if need be in the place of one beyond its workspace's share. */
  get canTake(): boolean {
    return !this.isFull || this.#largest()[1] > this.#shareMax;
  }

  /** Where all places are taken, the oldest reading of the workspace with the most of them ends. */
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
