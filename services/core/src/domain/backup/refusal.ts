/**
 * An opt-out, an erasure, or a sent message: records that must outlive the store. Each is a separately sealed journal
 * line.
 */
export type BackupRefusal =
  | {
      type: 'suppression';
      id: string;
      at: string;
      workspaceId: string;
      kind: 'address' | 'domain';
      /** Null if the person was erased. */
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
      /** False if the server may or may not have accepted the message. */
      isCertain: boolean;
    };

/** Journal line that records the state of the store when the preceding lines were written. */
export interface JournalMark {
  type: 'mark';
  at: string;
  epoch: string;
  counter: number;
}
