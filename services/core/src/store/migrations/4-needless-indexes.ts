import type { Migration } from './migration.ts';

const needless = [
  ['custom_fields', 'workspaceId_1__id_1'],
  ['mailboxes', 'workspaceId_1_state_1'],
  ['replies', 'workspaceId_1_messageId_1'],
  ['tags', 'workspaceId_1__id_1'],
  ['webhook_deliveries', 'webhookId_1_subjectId_1_eventId_1'],
  ['workspaces', 'ownerId_1'],
] as const;

/** Indexes that no query uses, but each write pays for. */
export const needlessIndexes: Migration = {
  version: 4,
  name: 'indexes that no query takes are gone',
  isCompatible: true,
  async run({ db }) {
    for (const [collection, index] of needless) {
      const [found] = await db.listCollections({ name: collection }, { nameOnly: true }).toArray();
      if (found && (await db.collection(collection).indexExists(index)))
        await db.collection(collection).dropIndex(index);
    }
  },
};
