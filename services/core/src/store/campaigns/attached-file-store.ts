import type { MessageState } from '../../domain/messages/message-state.ts';
import { MessageModel } from '../messages/message-model.ts';
import { CampaignModel } from './campaign-model.ts';

const countedMax = 1_000;
const unsentStates: MessageState[] = ['draft', 'awaiting_approval', 'approved', 'scheduled', 'sending', 'unconfirmed'];

/** How many messages that may still go out carry a file. */
export function countUnsentWithFile(workspaceId: string, fileId: string): Promise<number> {
  return MessageModel.countDocuments({ workspaceId, attachments: fileId, state: { $in: unsentStates } }).limit(
    countedMax,
  );
}

/** How many campaigns that may still send carry a file in one of their steps. */
export function countCampaignsWithFile(workspaceId: string, fileId: string): Promise<number> {
  const where: Record<string, unknown> = {
    workspaceId,
    state: { $nin: ['archived', 'cancelled'] },
    'steps.attachments': fileId,
  };
  return CampaignModel.countDocuments(where).limit(countedMax);
}
