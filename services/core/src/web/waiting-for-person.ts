import { listMessages } from '../store/campaigns/message-store.ts';
import type { WorkspaceRecord } from '../store/identity/workspace-store.ts';
import { listReplies } from '../store/mail/reply-store.ts';

const countedMax = 99;

export interface WaitingItem {
  href: string;
  text: string;
}

/** What a person should look at next, most urgent first. */
export const waitingForPerson = async (workspace: WorkspaceRecord): Promise<WaitingItem[]> => {
  const page = { limit: countedMax, sort: '-id' };
  const replies = await listReplies(workspace.id, { needsAction: true }, page);
  const answers = await listMessages(workspace.id, { state: 'awaiting_approval', kind: 'answer' }, page);
  const messages = await listMessages(workspace.id, { state: 'awaiting_approval', kind: 'campaign' }, page);
  const items = [
    { href: '/app/replies', text: counted(replies, 'reply needs', 'replies need', 'a decision') },
    {
      href: '/app/replies',
      text: counted(answers, 'drafted answer waits', 'drafted answers wait', 'for your approval'),
    },
    { href: '/app/approvals', text: counted(messages, 'message waits', 'messages wait', 'for your approval') },
    { href: '/app/settings', text: workspace.settings.postalAddress === '' ? postalAddressMissing : '' },
  ];
  return items.filter(({ text }) => text !== '');
};

const postalAddressMissing = 'Give your postal address: campaigns cannot be launched without one';

const counted = (found: { items: unknown[]; next: unknown }, one: string, many: string, what: string): string => {
  const count = found.items.length;
  if (count === 0) return '';
  return `${count}${found.next ? '+' : ''} ${count === 1 ? one : many} ${what}`;
};
