import type { MessageState } from '../../domain/messages/message-state.ts';
import { MessageModel } from '../messages/message-model.ts';
import { CampaignModel } from './campaign-model.ts';

const countedMax = 1_000;
const unsentStates: MessageState[] = ['draft', 'awaiting_approval', 'approved', 'scheduled', 'sending', 'unconfirmed'];

/** Number of messages that can still be sent and carry a file. */
export function countUnsentWithFile(workspaceId: string, fileId: string): Promise<number> {
  return MessageModel.countDocuments({ workspaceId, attachments: fileId, state: { $in: unsentStates } }).limit(
    countedMax,
  );
}

/** Number of campaigns that can still send and carry a file in one of their steps. */
export function countCampaignsWithFile(workspaceId: string, fileId: string): Promise<number> {
  const where: Record<string, unknown> = {
    workspaceId,
    state: { $nin: ['archived', 'cancelled'] },
    'steps.attachments': fileId,
  };
  return CampaignModel.countDocuments(where).limit(countedMax);
}
