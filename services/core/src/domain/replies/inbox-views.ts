/** Views of the inbox, the default first, with their order. */
export const inboxSorts = {
  'needs-you': 'dueAt',
  snoozed: 'snoozedUntil',
  unmatched: '-receivedAt',
  unread: '-receivedAt',
  all: '-receivedAt',
} as const;

export type InboxView = keyof typeof inboxSorts;
