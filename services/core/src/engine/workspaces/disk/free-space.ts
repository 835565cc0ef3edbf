import { statfs } from 'node:fs/promises';

/** Free bytes for this user in the folder's file system. Null if the system does not report them. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
