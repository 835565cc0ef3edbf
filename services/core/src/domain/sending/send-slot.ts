import { hash } from 'node:crypto';

/** Seconds between one message of a mailbox and the next; 0 and 0: no gap. */
export interface SendGap {
  min: number;
  max: number;
}

export const defaultGap: SendGap = { min: 60, max: 240 };
export const noGap: SendGap = { min: 0, max: 0 };

/** The same number from 0 to 1 for the same seed. */
function draw(seed: string): number {
  return Number.parseInt(hash('sha256', seed, 'hex').slice(0, 12), 16) / 0x1_0000_0000_0000;
}

/**
 * How long the mailbox rests after a message: a jittered gap, longer when what it may still send today fits into the
 * rest of the window with room to spare, so that the day's messages do not all leave in its first hour.
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
