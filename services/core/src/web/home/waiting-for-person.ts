import { type CountedWork, countWorkForPerson } from '../../engine/approvals/work-for-person.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';

const countedMax = 99;

export interface WaitingItem {
  href: string;
  text: string;
}

/** What a person should look at next, most urgent first. */
export async function waitingForPerson(workspace: WorkspaceRecord, now: Date): Promise<WaitingItem[]> {
  const work = await countWorkForPerson(workspace.id, countedMax, now);
  const { approvals, replies, answers, messages } = work;
  const items = [
    { href: '/app/settings', text: work.isSendingStopped ? 'All sending is stopped' : '' },
    {
      href: '/app/approvals',
      text:
        approvals === 0 ? '' : `${approvals} ${approvals === 1 ? 'request waits' : 'requests wait'} for your approval`,
    },
    { href: '/app/replies?view=needs-you', text: phrase(replies, 'reply needs', 'replies need', 'a decision') },
    {
      href: '/app/approvals',
      text: phrase(answers, 'drafted answer waits', 'drafted answers wait', 'for your approval'),
    },
    { href: '/app/approvals', text: phrase(messages, 'message waits', 'messages wait', 'for your approval') },
    { href: '/app/settings', text: workspace.settings.postalAddress === '' ? postalAddressMissing : '' },
  ];
  return items.filter(({ text }) => text !== '');
}

const postalAddressMissing = 'Give your postal address: campaigns cannot be launched without one';

function phrase({ count, hasMore }: CountedWork, one: string, many: string, what: string): string {
  if (count === 0) return '';
  return `${count}${hasMore ? '+' : ''} ${count === 1 ? one : many} ${what}`;
}
