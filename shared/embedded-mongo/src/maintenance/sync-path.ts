import { closeSync, fsyncSync, openSync } from 'node:fs';

/** A file, or the names in a folder, are on the disk after this. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
