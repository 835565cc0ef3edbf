/** Who prepares must not be counted each time: an eighth of the room that was left is taken in advance. */
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
 * What an owner may add without being counted again. Up to eight gateways at once stay within the limits by this, and
 * where fewer than eight places are left, each addition is counted.
 */
export class WaitingRoom {
  readonly #leases = new Map<string, Lease>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** True when a place that was taken in advance is used; false when the owner has to be counted. */
  take(owner: string, bytes: number): boolean {
    const lease = this.#leases.get(owner);
    if (lease === undefined || lease.until <= this.#now() || lease.count < 1 || lease.bytes < bytes) return false;
    lease.count -= 1;
    lease.bytes -= bytes;
    return true;
  }

  /** After the owner was counted. A share that is not used up stays: what has used it may not be stored yet. */
  left(owner: string, room: Room): void {
    const known = this.#leases.get(owner);
    if (known !== undefined && known.until > this.#now() && known.count >= 1) return;
    if (this.#leases.size >= ownersMax) this.#leases.clear();
    const count = Math.floor(room.count / shareOfRoom);
    const bytes = Math.floor(room.bytes / shareOfRoom);
    this.#leases.set(owner, { count, bytes, until: this.#now() + leaseMs });
  }
}
