import { monotonicFactory } from 'ulid';

const ulid = monotonicFactory();

/** The kinds of records and the prefix that their ids carry. */
export const idPrefixes = {
  aud: 'audit entry',
  cmp: 'campaign',
  com: 'company',
  con: 'contact',
  cap: 'captured message',
  dlv: 'webhook delivery',
  dst: 'data set',
  enr: 'enrollment',
  evt: 'event',
  inv: 'invitation',
  job: 'job',
  key: 'API key',
  led: 'ledger entry',
  lst: 'list',
  mbr: 'membership',
  mbx: 'mailbox',
  msg: 'message',
  note: 'note',
  op: 'operation',
  pro: 'target profile',
  req: 'request',
  rpl: 'reply',
  ses: 'session',
  src: 'search',
  stp: 'step',
  sup: 'suppression entry',
  tag: 'tag',
  upl: 'upload',
  usr: 'user',
  whk: 'webhook endpoint',
  wsp: 'workspace',
} as const;

export type IdPrefix = keyof typeof idPrefixes;

/** A new id: prefix, underscore, ULID (sortable by time, 80 random bits). */
export const newId = (prefix: IdPrefix): string => `${prefix}_${ulid()}`;
