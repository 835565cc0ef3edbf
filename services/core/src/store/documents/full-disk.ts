/** MongoDB's OutOfDiskSpace. */
const outOfDiskSpace = 14031;
const rememberedMs = 10_000;

let refusedAt = Number.NEGATIVE_INFINITY;

/** True for the error of a store whose disk is full. Reads continue. Remembered for `/readyz`. */
export function isFullDisk(error: unknown): boolean {
  const isFull = error instanceof Error && (error as { code?: unknown }).code === outOfDiskSpace;
  if (isFull) refusedAt = performance.now();
  return isFull;
}

/** True if a write failed recently for lack of disk space. */
export function wasDiskFull(): boolean {
  return performance.now() - refusedAt < rememberedMs;
}
