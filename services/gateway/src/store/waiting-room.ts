/** An eighth of the remaining room is reserved in advance, so that not every preview needs a count. */
const shareOfRoom = 8;
const leaseMs = 2_000;
const ownersMax = 10_000;

export interface Room {
  count: number;
  bytes: number;
}

interface Lease extends Room {
  until: number;
}

/**
 * Room that an owner may use without a new count. With this share, up to eight concurrent gateways stay within the
 * limits. If fewer than eight places are left, every addition is counted.
 */
export class WaitingRoom {
  readonly #leases = new Map<string, Lease>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** True if a reserved place is used. False if the owner's previews must be counted. */
  take(owner: string, bytes: number): boolean {
    const lease = this.#leases.get(owner);
    if (lease === undefined || lease.until <= this.#now() || lease.count < 1 || lease.bytes < bytes) return false;
    lease.count -= 1;
    lease.bytes -= bytes;
    return true;
  }

  /** Called after a count. An unused share remains in force, because previews that used it may not be stored yet. */
  left(owner: string, room: Room): void {
    const known = this.#leases.get(owner);
    if (known !== undefined && known.until > this.#now() && known.count >= 1) return;
    if (this.#leases.size >= ownersMax) this.#leases.clear();
    const count = Math.floor(room.count / shareOfRoom);
    const bytes = Math.floor(room.bytes / shareOfRoom);
    this.#leases.set(owner, { count, bytes, until: this.#now() + leaseMs });
  }
}
