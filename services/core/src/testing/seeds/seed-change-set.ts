import { insertChangeSet } from '../../store/events/changes/change-set-store.ts';

/** Finished bulk change without contacts. */
export async function seedChangeSet(workspaceId: string, now: Date): Promise<string> {
  const actor = { kind: 'system', id: 'test', name: 'test' } as const;
  const { id } = await insertChangeSet(workspaceId, { title: 'A bulk change', recordType: 'contact', actor }, now);
  return id;
}
