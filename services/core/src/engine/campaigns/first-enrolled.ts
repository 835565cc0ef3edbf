import { listEnrollments } from '../../store/campaigns/enrollment-store.ts';

/** IDs of the first enrolled contacts, oldest enrollment first. `isAll`: there are no others. */
export async function firstEnrolled(workspaceId: string, campaignId: string, limit: number) {
  const { items, next } = await listEnrollments(workspaceId, { campaignId }, { limit, sort: 'id' });
  return { contactIds: items.map(({ contactId }) => contactId), isAll: next === null };
}
