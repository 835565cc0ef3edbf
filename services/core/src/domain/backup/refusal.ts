/** An opt-out, an erasure, or a sent message: what must outlive the store. Lines of the journal, sealed one by one. */
export type BackupRefusal =
  | {
      type: 'suppression';
      id: string;
      at: string;
      workspaceId: string;
      kind: 'address' | 'domain';
      /** Null where the person was erased. */
      value: string | null;
      digest: string;
      reason: string;
    }
  | { type: 'erasure'; id: string; at: string; workspaceId: string; contactId: string }
  | {
      type: 'sent';
      id: string;
      at: string;
      workspaceId: string;
      messageId: string;
      enrollmentId: string | null;
      contactId: string | null;
      /** False where the server may or may not have taken it. */
      isCertain: boolean;
    };

/** Another kind of line: how far the store was when the lines before it were written. */
export interface JournalMark {
  type: 'mark';
  at: string;
  epoch: string;
  counter: number;
}
