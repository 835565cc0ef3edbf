/** Somebody said no, or was erased: what must outlive the store. Lines of the journal, sealed one by one. */
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
  | { type: 'erasure'; id: string; at: string; workspaceId: string; contactId: string };
