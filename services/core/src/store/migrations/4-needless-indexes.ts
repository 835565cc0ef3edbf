import { dropIndexes } from './drop-indexes.ts';
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
  run: ({ db }) => dropIndexes(db, needless),
};
