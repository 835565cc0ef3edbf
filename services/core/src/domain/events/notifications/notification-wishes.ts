import type { Role } from '../../members/role.ts';

/** Notification kinds, with the labels of the settings page. */
export const notificationKinds = {
  approvals: 'Messages and requests that wait for approval',
  replies: 'Replies that need a decision',
  trouble: 'Failing mailboxes, and stopped campaigns and webhooks',
  credits: 'Credits running low',
  jobs: 'The end of your long jobs',
} as const;
export type NotificationKind = keyof typeof notificationKinds;

/** Delivery times of notification mail, with the labels of the settings page. */
export const mailTimes = {
  at_once: 'Immediately: within a minute, with several notifications in one email',
  daily: "Once a day: at 8 AM in the workspace's time zone",
  never: 'Never',
} as const;
export type MailTime = keyof typeof mailTimes;

/** Notification settings of a person. */
export interface NotificationWishes {
  mail: MailTime;
  kinds: NotificationKind[];
}

export const wishesAtFirst: NotificationWishes = {
  mail: 'at_once',
  kinds: Object.keys(notificationKinds) as NotificationKind[],
};

/** Viewers make no decisions, so they are notified only of their own jobs. */
export function hearsOf(role: Role, { kinds }: NotificationWishes, kind: NotificationKind): boolean {
  return kinds.includes(kind) && (role !== 'viewer' || kind === 'jobs');
}
