/** Kinds of records in the change feed, with the area that a key must be able to read. */
export const changeAreas = {
  contact: 'contacts',
  company: 'companies',
  list: 'lists',
  tag: 'tags',
  custom_field: 'custom_fields',
  campaign: 'campaigns',
  enrollment: 'campaigns',
  message: 'messages',
  reply: 'replies',
  task: 'tasks',
  mailbox: 'mailboxes',
  suppression: 'suppression',
  fact: 'facts',
  standing_order: 'standing_orders',
  provider: 'providers',
  settings: 'settings',
} as const;

export type ChangeType = keyof typeof changeAreas;

export const changeTypes = Object.keys(changeAreas) as ChangeType[];
