import type { MessageKind } from '../../domain/messages/message-state.ts';
import { MessageModel } from './message-model.ts';
import type { MessageRecord } from './message-store.ts';

const pending = 'awaiting_approval' as const;
const groupsMax = 200;

/** Pending messages of one text: a step's variant, or a single message. */
export interface PendingText {
  firstId: string;
  kind: MessageKind;
  count: number;
  /** Creation time of the oldest. */
  at: Date;
}

/** Pending messages by text, the oldest first. Messages outside campaigns are texts of their own. */
export async function findPendingTexts(workspaceId: string): Promise<PendingText[]> {
  const isOfStep = { $and: [{ $eq: ['$kind', 'campaign'] }, { $ne: ['$stepId', null] }] };
  const rows = await MessageModel.aggregate<Omit<PendingText, 'kind'> & { kinds: MessageKind[] }>([
    { $match: { workspaceId, state: pending } },
    {
      $group: {
        _id: {
          campaignId: '$campaignId',
          stepId: '$stepId',
          variantId: '$variantId',
          own: { $cond: [isOfStep, null, '$_id'] },
        },
        firstId: { $min: '$_id' },
        kinds: { $addToSet: '$kind' },
        count: { $sum: 1 },
        at: { $min: '$createdAt' },
      },
    },
    { $sort: { at: 1, firstId: 1 } },
    { $limit: groupsMax },
  ]);
  return rows.map(({ firstId, kinds, count, at }) => ({ firstId, kind: kinds[0]!, count, at }));
}

/** IDs of the pending messages with the same text, oldest first, the message included. */
export async function findPendingAlike(message: MessageRecord, limit: number): Promise<string[]> {
  const { workspaceId, id, kind, campaignId, stepId, variantId } = message;
  if (kind !== 'campaign' || !stepId) return [id];
  const found = await MessageModel.find(
    { workspaceId, state: pending, kind, campaignId, stepId, variantId },
    { _id: 1 },
  )
    .sort({ _id: 1 })
    .limit(limit)
    .lean();
  return found.map(({ _id }) => _id);
}
