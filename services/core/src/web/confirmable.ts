import { type AnyWriteAction, isRead } from '../actions/define-action.ts';
import { actions } from '../actions/index.ts';

export interface Confirmable {
  /** The input that says what it is about. */
  idField: 'campaignId' | 'replyId' | 'messageId';
  button: string;
  backTo: (id: string) => string;
}

const toCampaign = (campaignId: string) => `/app/campaigns/${campaignId}`;
const toReply = (replyId: string) => `/app/replies/${replyId}`;

/** What a person does from a page after looking at its plan. */
export const confirmable: Record<string, Confirmable> = {
  launch_campaign: { idField: 'campaignId', button: 'Launch', backTo: toCampaign },
  pause_campaign: { idField: 'campaignId', button: 'Pause', backTo: toCampaign },
  resume_campaign: { idField: 'campaignId', button: 'Resume', backTo: toCampaign },
  cancel_campaign: { idField: 'campaignId', button: 'Cancel the campaign', backTo: toCampaign },
  approve_message: { idField: 'messageId', button: 'Approve', backTo: () => '/app/approvals' },
  cancel_message: { idField: 'messageId', button: 'Do not send', backTo: () => '/app/approvals' },
  approve_answer: { idField: 'replyId', button: 'Approve and send', backTo: toReply },
  dismiss_reply: { idField: 'replyId', button: 'Dismiss', backTo: toReply },
};

export const writeActionNamed = (name: string): AnyWriteAction | undefined => {
  const action = actions.find((one) => one.name === name);
  return action && !isRead(action) ? action : undefined;
};
