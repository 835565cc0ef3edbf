import { toRecord } from '../documents/define-model.ts';
import { firstIdAt } from '../documents/first-id.ts';
import { EventModel, type OutboundEvent } from './event-store.ts';

/** Events created in a period, in order. `afterId` continues a list. */
export async function findEventsBetween(
  workspaceId: string,
  { from, to, afterId = '', limit }: { from: Date; to: Date; afterId?: string; limit: number },
): Promise<OutboundEvent[]> {
  const first = firstIdAt('evt', from);
  const after = afterId > first ? { $gt: afterId } : { $gte: first };
  const found = await EventModel.find({ workspaceId, _id: { ...after, $lt: firstIdAt('evt', to) } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();
  return found.map(toRecord);
}

export function countEventsBetween(
  workspaceId: string,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<number> {
  const _id = { $gte: firstIdAt('evt', from), $lt: firstIdAt('evt', to) };
  return EventModel.countDocuments({ workspaceId, _id }, { limit });
}
