/** Messages from the process that copies the database and serves the copy. */
export type CopyMessage =
  | { kind: 'ready' | 'taken' | 'ended' }
  | { kind: 'progress'; copiedPages: number; totalPages: number }
  | { kind: 'copied' }
  | { kind: 'serving'; uri: string };
