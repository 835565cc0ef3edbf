import { Schema } from 'mongoose';
import { newId } from '../../domain/ids.ts';
import type { MailboxRamp } from '../../domain/mail/mailbox-ramp.ts';
import type { SendWindow } from '../../domain/mail/send-window.ts';
import { defineModel, toRecord } from '../define-model.ts';

export type MailSecurity = 'none' | 'starttls' | 'tls';
/** `secret` is the encrypted password (mail/secret-box.ts). */
export interface MailServerSettings {
  host: string;
  port: number;
  security: MailSecurity;
  username: string | null;
  secret: string | null;
}

export const mailboxStates = ['active', 'paused', 'failing'] as const;
export interface MailboxDoc {
  _id: string;
  workspaceId: string;
  kind: 'capture' | 'smtp';
  address: string;
  displayName: string;
  replyTo: string | null;
  signature: string;
  state: (typeof mailboxStates)[number];
  smtp: MailServerSettings | null;
  imap: MailServerSettings | null;
  dailyCap: number;
  ramp: MailboxRamp | null;
  window: SendWindow | null;
  /** Where the receiver is: what is newer than this is fetched next. */
  imapPosition: { uidValidity: string; lastUid: number } | null;
  failureCount: number;
  /** Of reading, in a row; `failureCount` is of sending. */
  readFailureCount: number;
  lastError: string | null;
  lastErrorAt: Date | null;
  lastSentAt: Date | null;
  lastReceivedAt: Date | null;
  leaseOwner: string | null;
  leaseUntil: Date;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}
export type MailboxRecord = Omit<MailboxDoc, '_id'> & { id: string };

export const mailboxesMax = 200;

const text = { type: String, default: null };
const date = { type: Date, default: null };
const mixed = { type: Schema.Types.Mixed, default: null };

const schema = new Schema({
  workspaceId: { type: String, required: true },
  kind: { type: String, enum: ['capture', 'smtp'], required: true },
  address: { type: String, required: true },
  displayName: { type: String, default: '' },
  replyTo: text,
  signature: { type: String, default: '' },
  state: { type: String, enum: mailboxStates, default: 'active' },
  smtp: mixed,
  imap: mixed,
  dailyCap: { type: Number, required: true },
  ramp: mixed,
  window: mixed,
  imapPosition: mixed,
  failureCount: { type: Number, default: 0 },
  readFailureCount: { type: Number, default: 0 },
  lastError: text,
  lastErrorAt: date,
  lastSentAt: date,
  lastReceivedAt: date,
  leaseOwner: text,
  leaseUntil: { type: Date, default: () => new Date(0) },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  version: { type: Number, default: 1 },
});
schema.index({ workspaceId: 1, address: 1 }, { unique: true });
schema.index({ workspaceId: 1, state: 1 });
schema.index({ leaseUntil: 1 }, { partialFilterExpression: { kind: 'smtp' } });

export const MailboxModel = defineModel<MailboxDoc>('Mailbox', 'mailboxes', schema);

export type NewMailbox = Pick<MailboxRecord, 'kind' | 'address' | 'dailyCap'> &
  Partial<Omit<MailboxRecord, 'id' | 'workspaceId' | 'version' | 'createdAt' | 'updatedAt'>>;

export const insertMailbox = async (workspaceId: string, mailbox: NewMailbox, now: Date): Promise<MailboxRecord> => {
  const document = { ...mailbox, _id: newId('mbx'), workspaceId, createdAt: now, updatedAt: now };
  const [created] = await MailboxModel.create([document]);
  return toRecord((created as unknown as { toObject(): MailboxDoc }).toObject());
};

export const findMailbox = async (workspaceId: string, mailboxId: string): Promise<MailboxRecord | null> => {
  const found = await MailboxModel.findOne({ workspaceId, _id: mailboxId }).lean<MailboxDoc>();
  return found && toRecord(found);
};

export const findMailboxByAddress = async (workspaceId: string, address: string): Promise<MailboxRecord | null> => {
  const found = await MailboxModel.findOne({ workspaceId, address: address.toLowerCase() }).lean<MailboxDoc>();
  return found && toRecord(found);
};

/** All mailboxes of a workspace, or those named, oldest first: a workspace has at most `mailboxesMax`. */
export const listMailboxes = async (workspaceId: string, mailboxIds?: string[]): Promise<MailboxRecord[]> => {
  const filter = mailboxIds ? { workspaceId, _id: { $in: mailboxIds } } : { workspaceId };
  const found = await MailboxModel.find(filter).sort({ _id: 1 }).limit(mailboxesMax).lean<MailboxDoc[]>();
  return found.map(toRecord);
};

export type MailboxChanges = Partial<Omit<MailboxRecord, 'id' | 'workspaceId' | 'version' | 'createdAt'>>;

export const updateMailbox = async (
  workspaceId: string,
  mailboxId: string,
  changes: MailboxChanges,
  now: Date,
  expectedVersion?: number,
): Promise<MailboxRecord | null> => {
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
};

export const deleteMailbox = async (workspaceId: string, mailboxId: string): Promise<boolean> => {
  const { deletedCount } = await MailboxModel.deleteOne({ workspaceId, _id: mailboxId });
  return deletedCount === 1;
};

/** Written at most once a minute while all is well: a busy mailbox must not be one contended document. */
const successResolutionMs = 60_000;

export const noteMailboxSuccess = async (mailbox: MailboxRecord, now: Date): Promise<void> => {
  const isFresh = now.getTime() - (mailbox.lastSentAt?.getTime() ?? 0) < successResolutionMs;
  if (isFresh && mailbox.failureCount === 0 && mailbox.state !== 'failing') return;
  const { workspaceId, id } = mailbox;
  await MailboxModel.updateOne(
    { workspaceId, _id: id },
    { $set: { lastSentAt: now, failureCount: 0, lastError: null } },
  );
  await MailboxModel.updateOne({ workspaceId, _id: id, state: 'failing' }, { $set: { state: 'active' } });
};

export const noteMailboxFailure = async (
  { workspaceId, id }: MailboxRecord,
  error: string,
  failuresMax: number,
  now: Date,
): Promise<{ isNowFailing: boolean }> => {
  await MailboxModel.updateOne(
    { workspaceId, _id: id },
    { $set: { lastError: error, lastErrorAt: now }, $inc: { failureCount: 1 } },
  );
  const { modifiedCount } = await MailboxModel.updateOne(
    { workspaceId, _id: id, state: 'active', failureCount: { $gte: failuresMax } },
    { $set: { state: 'failing' } },
  );
  return { isNowFailing: modifiedCount === 1 };
};
