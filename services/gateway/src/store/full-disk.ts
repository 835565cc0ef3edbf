/** MongoDB's OutOfDiskSpace error: writes fail, but reads still work. */
const outOfDiskSpace = 14031;

export const fullDiskText =
  'The disk of the store is full: nothing was changed. Reading goes on; repeat the request when the operator has made room.';

export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === outOfDiskSpace;
}
