import { type CountedWork, countWorkForPerson, type WorkForPerson } from '../../engine/approvals/work-for-person.ts';
import { firstOverdue } from '../../engine/replies/inbox.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';

const countedMax = 999;

export interface WaitingItem {
  href: string;
  text: string;
  icon: string;
  /** How urgent it is, such as "oldest" with its time. */
  note?: string;
  at?: Date;
  /** Shown in an empty workspace, too. */
  isUrgent?: true;
}

/** Items that need a person, most urgent first. */
export async function waitingForPerson(
  workspace: WorkspaceRecord,
  failingMailboxes: number,
  now: Date,
): Promise<WaitingItem[]> {
  const work = await countWorkForPerson(workspace.id, countedMax, now);
  const items: WaitingItem[] = [
    {
      href: '/app/settings#sending',
      icon: 'radio',
      text: work.isSendingStopped ? 'Sending is stopped' : '',
      isUrgent: true,
    },
    { href: '/app/inbox', icon: 'inbox', text: phrase('Inbox', work.replies), ...(await lateNote(workspace.id, now)) },
    { href: '/app/approvals', icon: 'circle-check-big', text: phrase('Approvals', toApprove(work)), ...oldest(work) },
    { href: '/app/tasks', icon: 'list-todo', text: phrase('Tasks', work.tasks), note: 'due' },
    { href: '/app/mailboxes', icon: 'triangle-alert', text: mailboxes(failingMailboxes, 'failing') },
    {
      href: '/app/mailboxes',
      icon: 'triangle-alert',
      text: mailboxes(work.unreadableMailboxes, 'without IMAP: no follow-ups'),
    },
    { href: '/app/settings', icon: 'triangle-alert', text: workspace.settings.postalAddress === '' ? noAddress : '' },
  ];
  return items.filter(({ text }) => text !== '');
}

const noAddress = 'Add your postal address';

function toApprove({ approvals, answers, messages }: WorkForPerson): CountedWork {
  const hasMore = answers.hasMore || messages.hasMore;
  return { count: approvals + answers.count + messages.count, hasMore };
}

function oldest({ oldestApprovalAt }: WorkForPerson): Pick<WaitingItem, 'note' | 'at'> {
  return oldestApprovalAt === undefined ? {} : { note: 'oldest', at: oldestApprovalAt };
}

async function lateNote(workspaceId: string, now: Date): Promise<Pick<WaitingItem, 'note' | 'at'>> {
  const late = await firstOverdue(workspaceId, now);
  if (late === undefined) return {};
  return { note: `${late.count}${late.hasMore ? '+' : ''} overdue: ${late.name},`, at: late.receivedAt };
}

function phrase(place: string, { count, hasMore }: CountedWork): string {
  return count === 0 ? '' : `${place} ${count}${hasMore ? '+' : ''}`;
}

function mailboxes(count: number, state: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? 'mailbox' : 'mailboxes'} ${state}`;
}
