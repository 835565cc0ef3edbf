import type { Authentication } from '../../domain/mailboxes/authentication/authentication-results.ts';
import type { MailProvider } from '../../domain/mailboxes/mail-providers.ts';
import type { MailboxRamp } from '../../domain/sending/mailboxes/mailbox-ramp.ts';
import type { SendGap } from '../../domain/sending/send-slot.ts';
import type { SendWindow } from '../../domain/sending/send-window.ts';
import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { createRecord } from '../documents/insert-documents.ts';
import { choice, date, nullable, number, object, optional, string, withDefault } from '../documents/paths.ts';

export type MailSecurity = 'none' | 'starttls' | 'tls';
/** `secret` is the encrypted password (secrets/secret-box.ts). */
export interface MailServerSettings {
  host: string;
  port: number;
  security: MailSecurity;
  username: string | null;
  secret: string | null;
}

/** Sign-in with a provider instead of passwords. The tokens are sealed (secrets/secret-box.ts). */
export interface MailboxSignIn {
  provider: MailProvider;
  refreshSecret: string | null;
  accessSecret: string | null;
  /** Expiration time of the access token. */
  expiresAt: Date;
  connectedAt: Date;
  /** Time since which the provider has denied access tokens. */
  withdrawnAt: Date | null;
}

export const mailboxStates = ['active', 'paused', 'failing'] as const;
export type MailboxDoc = DocOf<typeof MailboxModel>;
export type MailboxRecord = RecordOf<MailboxDoc>;

export const mailboxesMax = 200;

const schema = stored({
  workspaceId: string,
  kind: choice(['capture', 'smtp']),
  address: string,
  displayName: withDefault(string, ''),
  replyTo: nullable(string),
  signature: withDefault(string, ''),
  state: withDefault(choice(mailboxStates), 'active'),
  smtp: nullable(object<MailServerSettings>()),
  imap: nullable(object<MailServerSettings>()),
  /** Null if the mailbox uses server passwords. */
  signIn: nullable(object<MailboxSignIn>()),
  dailyCap: number,
  ramp: nullable(object<MailboxRamp>()),
  window: nullable(object<SendWindow>()),
  /** Pause between two campaign messages. Null means the default for the kind of mailbox. */
  gapSeconds: nullable(object<SendGap>()),
  /** Position of the receiver. Newer messages are fetched next. */
  imapPosition: nullable(object<{ uidValidity: string; lastUid: number }>()),
  /** Same for the other folders: `junk`, `sent`, and the encoded paths of the rest. */
  imapOthers: nullable(object<Record<string, { uidValidity: string; lastUid: number }>>()),
  /** Findings from the last test message that the mailbox sent to itself. */
  authentication: optional(nullable(object<Authentication & { receivedAt: Date }>())),
  /** Consecutive reading failures. */
  readFailureCount: withDefault(number, 0),
  lastError: nullable(string),
  lastErrorAt: nullable(date),
  lastSentAt: nullable(date),
  /** Start of the bounce count: a person resumed the mailbox then, so earlier bounces do not count against it. */
  watchedSince: optional(date),
  lastReceivedAt: nullable(date),
  /** Time at which its inbox was last open for reading. Null if it never was. */
  lastReadAt: nullable(date),
  /** Messages that the reader found and has not taken in yet. */
  unreadCount: withDefault(number, 0),
  leaseOwner: nullable(string),
  leaseUntil: withDefault(date, () => new Date(0)),
  createdAt: date,
  updatedAt: date,
  version: withDefault(number, 1),
});
schema.index({ workspaceId: 1, address: 1 }, { unique: true });
schema.index({ leaseUntil: 1 }, { partialFilterExpression: { kind: 'smtp' } });

export const MailboxModel = defineModel('Mailbox', 'mailboxes', schema, 'mailbox');

export type NewMailbox = Pick<MailboxRecord, 'kind' | 'address' | 'dailyCap'> &
  Partial<Omit<MailboxRecord, 'id' | 'workspaceId' | 'version' | 'createdAt' | 'updatedAt'>>;

export async function insertMailbox(workspaceId: string, mailbox: NewMailbox, now: Date): Promise<MailboxRecord> {
  const document = { ...mailbox, _id: newId('mbx'), workspaceId, createdAt: now, updatedAt: now };
  return createRecord(MailboxModel, document);
}

export async function findMailbox(workspaceId: string, mailboxId: string): Promise<MailboxRecord | null> {
  const found = await MailboxModel.findOne({ workspaceId, _id: mailboxId }).lean<MailboxDoc>();
  return found && toRecord(found);
}

export async function findMailboxByAddress(workspaceId: string, address: string): Promise<MailboxRecord | null> {
  const found = await MailboxModel.findOne({ workspaceId, address: address.toLowerCase() }).lean<MailboxDoc>();
  return found && toRecord(found);
}

/** True if a mailbox of the workspace sends to real people. */
export async function hasRealMailbox(workspaceId: string): Promise<boolean> {
  return (await MailboxModel.exists({ workspaceId, kind: 'smtp' })) !== null;
}

/** Mailboxes that send and have no IMAP. */
export function countMailboxesWithoutReading(workspaceId: string): Promise<number> {
  return MailboxModel.countDocuments({ workspaceId, kind: 'smtp', imap: null, state: { $ne: 'paused' } });
}

/** All mailboxes of a workspace, or those named, oldest first. A workspace has at most `mailboxesMax`. */
export async function listMailboxes(workspaceId: string, mailboxIds?: string[]): Promise<MailboxRecord[]> {
  const filter = mailboxIds ? { workspaceId, _id: { $in: mailboxIds } } : { workspaceId };
  const found = await MailboxModel.find(filter).sort({ _id: 1 }).limit(mailboxesMax).lean<MailboxDoc[]>();
  return found.map(toRecord);
}

export type MailboxChanges = Partial<Omit<MailboxRecord, 'id' | 'workspaceId' | 'version' | 'createdAt'>>;

export async function updateMailbox(
  workspaceId: string,
  mailboxId: string,
  changes: MailboxChanges,
  now: Date,
  expectedVersion?: number,
): Promise<MailboxRecord | null> {
  const filter = {
    workspaceId,
    _id: mailboxId,
    ...(expectedVersion === undefined ? {} : { version: expectedVersion }),
  };
  const updated = await MailboxModel.findOneAndUpdate(
    filter,
    { $set: { ...changes, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<MailboxDoc>();
  return updated && toRecord(updated);
}

export async function deleteMailbox(workspaceId: string, mailboxId: string): Promise<boolean> {
  const { deletedCount } = await MailboxModel.deleteOne({ workspaceId, _id: mailboxId });
  return deletedCount === 1;
}

/** Written at most once a minute, so that a busy mailbox does not become a contended document. */
const sentResolutionMs = 60_000;

export async function noteMailboxSent({ workspaceId, id, lastSentAt }: MailboxRecord, now: Date): Promise<void> {
  if (now.getTime() - (lastSentAt?.getTime() ?? 0) < sentResolutionMs) return;
  await MailboxModel.updateOne({ workspaceId, _id: id }, { $set: { lastSentAt: now } });
}

/** Records that the circuit breaker opened or closed. A mailbox paused by a person stays paused. */
export async function noteMailboxState(
  { workspaceId, id }: MailboxRecord,
  changes: Pick<MailboxRecord, 'state' | 'lastError'> & Partial<Pick<MailboxRecord, 'lastErrorAt'>>,
  now: Date,
): Promise<void> {
  const filter = { workspaceId, _id: id, state: { $ne: 'paused' as const } };
  await MailboxModel.updateOne(filter, { $set: { ...changes, updatedAt: now } });
}
