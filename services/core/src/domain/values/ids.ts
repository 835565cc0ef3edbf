import { randomFillSync } from 'node:crypto';
import { decodeTime, isValid, monotonicFactory } from 'ulid';

/** An ID uses 16 random numbers, one at a time, so they are fetched in bulk. */
const random = new Uint32Array(1_024);
let used = random.length;

function nextRandom(): number {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  return random[used++]! / 2 ** 32;
}

const ulid = monotonicFactory(nextRandom);

/** Record kinds, by ID prefix. */
export const idPrefixes = {
  apa: 'autopilot answer',
  apr: 'approval',
  att: 'attachment',
  aud: 'audit entry',
  chc: 'changed contact',
  chg: 'change',
  chs: 'bulk change',
  cmp: 'campaign',
  com: 'company',
  con: 'contact',
  cap: 'captured message',
  dlv: 'webhook delivery',
  dst: 'data set',
  enr: 'enrollment',
  evt: 'event',
  fct: 'fact',
  fil: 'file',
  fld: 'custom field',
  inv: 'invitation',
  job: 'job',
  key: 'API key',
  led: 'ledger entry',
  lst: 'list',
  mbr: 'membership',
  mbx: 'mailbox',
  mft: 'manifest',
  msg: 'message',
  note: 'note',
  ntf: 'notification',
  op: 'operation',
  ord: 'standing order',
  pag: 'page',
  pro: 'target profile',
  prv: 'provider',
  req: 'request',
  rpl: 'reply',
  ses: 'session',
  sqv: 'version of a sequence',
  src: 'search',
  stp: 'step',
  stx: 'text of a step for one person',
  sup: 'suppression entry',
  snp: 'snippet',
  tag: 'tag',
  tpl: 'template',
  tsk: 'task',
  upl: 'upload',
  usr: 'user',
  view: 'view',
  whk: 'webhook endpoint',
  wsp: 'workspace',
} as const;

export type IdPrefix = keyof typeof idPrefixes;

/** New ID: prefix, underscore, and ULID (sortable by time, 80 random bits). */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ulid()}`;
}

/** A larger first character stands for a time that a ULID cannot hold. */
const latestMark = '7';

/** Creation time of an ID, in milliseconds. Null if the ID is not ours. */
export function timeOfId(id: string): number | null {
  const mark = id.slice(id.indexOf('_') + 1);
  return isValid(mark) && mark.charAt(0) <= latestMark ? decodeTime(mark) : null;
}
