import { dropIndexes } from './drop-indexes.ts';
import type { Migration } from './migration.ts';

/**
 * Before this version, deliveries were claimed one by one. Now an endpoint is claimed, so each has to be due once to
 * find what waits for it.
 */
export const webhookTurns: Migration = {
  version: 10,
  name: 'webhook endpoints take turns',
  isCompatible: true,
  async run({ db }) {
    const webhooks = db.collection('webhooks');
    await webhooks.updateMany({ dueAt: { $exists: false } }, { $set: { dueAt: new Date(0) } });
    await webhooks.updateMany({ payload: { $exists: false } }, { $set: { payload: 'thin', batchSize: 1 } });
    await dropIndexes(db, [['webhook_deliveries', 'workspaceId_1_webhookId_1_subjectId_1_eventId_1']]);
  },
};
