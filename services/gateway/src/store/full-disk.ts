/** MongoDB's OutOfDiskSpace: nothing can be written, reading goes on. */
const outOfDiskSpace = 14031;

export const fullDiskText =
  'The disk of the store is full: nothing was changed. Reading goes on; repeat the request when the operator has made room.';

export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === outOfDiskSpace;
}
