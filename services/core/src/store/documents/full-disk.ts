import { isFullDisk as isFullDiskError } from '@outbound/node-service/store/full-disk';

const rememberedMs = 10_000;

let refusedAt = Number.NEGATIVE_INFINITY;

/** True for the error of a store whose disk is full. Reads continue. Remembered for `/readyz`. */
export function isFullDisk(error: unknown): boolean {
  const isFull = isFullDiskError(error);
  if (isFull) refusedAt = performance.now();
  return isFull;
}

/** True if a write failed recently for lack of disk space. */
export function wasDiskFull(): boolean {
  return performance.now() - refusedAt < rememberedMs;
}
