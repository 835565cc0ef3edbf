/** Members of a mailbox that decide about reading its replies. */
export interface ReadMailbox {
  kind: 'capture' | 'smtp';
  imap: object | null;
  lastReadAt: Date | null;
  createdAt: Date;
}

/** True if replies cannot be heard, so that only first messages are sent. The sandbox always counts as read. */
export function isUnreadable({ kind, imap }: Pick<ReadMailbox, 'kind' | 'imap'>): boolean {
  return kind === 'smtp' && imap === null;
}

/** Time since the last reading in seconds, since the connection if there was none. Null if nothing is read. */
export function readLagSeconds({ imap, lastReadAt, createdAt }: Omit<ReadMailbox, 'kind'>, now: Date): number | null {
  if (imap === null) return null;
  return Math.max(0, Math.round((now.getTime() - (lastReadAt ?? createdAt).getTime()) / 1_000));
}
