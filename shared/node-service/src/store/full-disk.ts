/** MongoDB's OutOfDiskSpace error: writes fail, but reads still work. */
const outOfDiskSpace = 14031;

/** True for the error of a store whose disk is full. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === outOfDiskSpace;
}
