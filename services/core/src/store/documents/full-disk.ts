/** MongoDB's OutOfDiskSpace. */
const outOfDiskSpace = 14031;
const rememberedMs = 10_000;

let refusedAt = Number.NEGATIVE_INFINITY;

/** True for what the store says when its disk can take no more; reading goes on. Remembered for `/readyz`. */
export function isFullDisk(error: unknown): boolean {
  const isFull = error instanceof Error && (error as { code?: unknown }).code === outOfDiskSpace;
  if (isFull) refusedAt = performance.now();
  return isFull;
}

/** Whether something could not be written for want of space a moment ago. */
export function wasDiskFull(): boolean {
  return performance.now() - refusedAt < rememberedMs;
}
