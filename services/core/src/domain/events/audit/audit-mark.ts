import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { hmacWith } from '../../../secrets/hmac.ts';
import { idOf, type KeyRing } from '../../../secrets/key-ring.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import { type ChainedFacts, factsOf } from './audit-chain.ts';

/**
 * Mark written with an entry, using a key that is not in the store. Someone who edits the store directly cannot forge
 * one.
 */
export interface AuditMark {
  /** Digest that identifies the key. */
  key: string;
  value: string;
}

interface MarkingKey {
  id: string;
  key: Buffer;
}

/** Marking keys, each derived from a key in the ring. The first is current. */
export type MarkingKeys = readonly MarkingKey[];

export function markingKeysOf({ current, all }: KeyRing): MarkingKeys {
  const ordered = [current, ...all.filter((key) => key !== current)];
  return ordered.map(({ key }) => ({
    id: idOf(key),
    key: Buffer.from(hkdfSync('sha256', key, '', 'outbound audit marks v1', 32)),
  }));
}

function digestWith({ key }: MarkingKey, entry: ChainedFacts): string {
  return hmacWith(key)
    .update(canonicalJson(factsOf(entry)))
    .digest('base64url');
}

export function markOf([current]: MarkingKeys, entry: ChainedFacts): AuditMark {
  return { key: current!.id, value: digestWith(current!, entry) };
}

export type MarkVerdict = 'genuine' | 'forged' | 'key_gone' | 'none';

export function judgeMark(keys: MarkingKeys, entry: ChainedFacts, mark: AuditMark | undefined): MarkVerdict {
  if (mark === undefined) return 'none';
  const key = keys.find(({ id }) => id === mark.key);
  if (key === undefined) return 'key_gone';
  const [right, given] = [digestWith(key, entry), String(mark.value)].map((value) => Buffer.from(value));
  return right!.length === given!.length && timingSafeEqual(right!, given!) ? 'genuine' : 'forged';
}

/** Rollouts reach instances one by one. For this long, instances may still write with an earlier version or key. */
const changeMs = 24 * 3_600_000;
const ranks = { none: 0, key_gone: 1, genuine: 2 } as const;

/**
 * Checks that marks appear in the only order that the product can produce. Unmarked entries (from before marks existed)
 * come first, then marks by keys since removed from the ring, then verifiable marks.
 */
export class MarkOrder {
  #highest = 0;
  #since = 0;

  isRight(verdict: MarkVerdict, writtenAt: number): boolean {
    if (verdict === 'forged') return false;
    const rank = ranks[verdict];
    if (rank < this.#highest) return writtenAt <= this.#since + changeMs;
    if (rank > this.#highest) [this.#highest, this.#since] = [rank, writtenAt];
    return true;
  }
}
