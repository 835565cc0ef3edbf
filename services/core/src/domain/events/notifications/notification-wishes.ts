import type { Role } from '../../members/role.ts';

/** What people hear of, in the words of their page. */
export const notificationKinds = {
  approvals: 'Messages and requests that wait for approval',
  replies: 'Replies that need a decision',
  trouble: 'Mailboxes that fail, campaigns and webhooks that were stopped',
  credits: 'Credits that run out',
  jobs: 'Your long jobs, when they end',
} as const;
export type NotificationKind = keyof typeof notificationKinds;

/** When mail goes out, in the words of the page. */
export const mailTimes = {
  at_once: 'At once: within a minute, several things in one mail',
  daily: 'Once a day: at 8 in the morning, in the zone of the workspace',
  never: 'Never',
} as const;
export type MailTime = keyof typeof mailTimes;

/** How a person wants to hear. */
export interface NotificationWishes {
  mail: MailTime;
  kinds: NotificationKind[];
}

export const wishesAtFirst: NotificationWishes = {
  mail: 'at_once',
  kinds: Object.keys(notificationKinds) as NotificationKind[],
};

/** A viewer decides nothing, and hears of their own jobs alone. */
export function hearsOf(role: Role, { kinds }: NotificationWishes, kind: NotificationKind): boolean {
  return kinds.includes(kind) && (role !== 'viewer' || kind === 'jobs');
}
