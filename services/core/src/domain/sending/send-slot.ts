import { hash } from 'node:crypto';

/** Seconds between two messages of a mailbox. Two zeros mean no gap. */
export interface SendGap {
  min: number;
  max: number;
}

export const defaultGap: SendGap = { min: 60, max: 240 };
export const noGap: SendGap = { min: 0, max: 0 };

/** Deterministic number from 0 to 1 for a seed. */
function draw(seed: string): number {
  return Number.parseInt(hash('sha256', seed, 'hex').slice(0, 12), 16) / 0x1_0000_0000_0000;
}

/**
 * Pause of a mailbox after a message, in milliseconds: a jittered gap. It is longer if time allows, which spreads
 * today's messages over the rest of the window instead of its first hour.
 */
export function slotGapMs({
  gap,
  seed,
  windowLeftMs,
  placesLeft,
}: {
  gap: SendGap;
  seed: string;
  windowLeftMs: number;
  placesLeft: number;
}): number {
  if (gap.max === 0) return 0;
  const share = draw(seed);
  const jitteredMs = (gap.min + share * (gap.max - gap.min)) * 1_000;
  const evenMs = placesLeft > 0 ? windowLeftMs / placesLeft : 0;
  return Math.round(Math.max(jitteredMs, evenMs * (0.7 + share * 0.6)));
}
