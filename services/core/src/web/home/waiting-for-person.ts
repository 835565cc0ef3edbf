import { type CountedWork, countWorkForPerson } from '../../engine/approvals/work-for-person.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';

const countedMax = 99;

export interface WaitingItem {
  href: string;
  text: string;
  icon: string;
}

/** Items that need a person, most urgent first. */
export async function waitingForPerson(workspace: WorkspaceRecord, now: Date): Promise<WaitingItem[]> {
  const work = await countWorkForPerson(workspace.id, countedMax, now);
  const { approvals, replies, answers, messages } = work;
  const unread = phrase(work.unreadableMailboxes, 'mailbox', 'mailboxes');
  const items = [
    { href: '/app/settings#sending', icon: 'radio', text: work.isSendingStopped ? 'Sending is stopped' : '' },
    { href: '/app/approvals', icon: 'circle-check-big', text: phrase(approvals, 'request') },
    { href: '/app/inbox', icon: 'inbox', text: phrase(replies, 'reply', 'replies') },
    { href: '/app/approvals', icon: 'circle-check-big', text: phrase(answers, 'drafted reply', 'drafted replies') },
    { href: '/app/approvals', icon: 'mail', text: phrase(messages, 'pending message') },
    { href: '/app/mailboxes', icon: 'triangle-alert', text: unread && `${unread} without IMAP: no follow-ups` },
    { href: '/app/settings', icon: 'triangle-alert', text: workspace.settings.postalAddress === '' ? noAddress : '' },
  ];
  return items.filter(({ text }) => text !== '');
}

const noAddress = 'Add your postal address';

function phrase(work: CountedWork | number, one: string, many = `${one}s`): string {
  const { count, hasMore } = typeof work === 'number' ? { count: work, hasMore: false } : work;
  return count === 0 ? '' : `${count}${hasMore ? '+' : ''} ${count === 1 ? one : many}`;
}
