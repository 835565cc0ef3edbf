import { Schema } from 'mongoose';
import { type ReplyClass, replyClasses, type Wish } from '../../domain/replies/reply-classes.ts';
import { newId } from '../../domain/values/ids.ts';
import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';
import { createRecord } from '../documents/insert-documents.ts';
import { queriesOf } from '../documents/record-query.ts';

/** `unmatched`: it matches nothing that we sent, until a person assigns it. */
export const replyStates = ['new', 'answered', 'dismissed', 'unmatched'] as const;

/** Received message that matches one we sent. Subject and body are untrusted text. */
export interface ReplyDoc {
  _id: string;
  workspaceId: string;
  mailboxId: string | null;
  /** Our message that it responds to. */
  messageId: string | null;
  campaignId: string | null;
  enrollmentId: string | null;
  contactId: string | null;
  fromAddress: string;
  fromName: string;
  /** Reply-To, if it differs from the author's address. */
  replyToAddress?: string;
  subject: string;
  bodyText: string;
  /** `attachmentId` is null or absent if the file was too large to keep. */
  attachments: { attachmentId?: string | null; fileName: string; contentType: string; bytes: number }[];
  messageIdHeader: string;
  references: string[];
  class: ReplyClass;
  confidence: number;
  classifiedBy: 'rule' | 'model' | 'user';
  returnDate: Date | null;
  /** Opt-out request of the author, as detected by the rules. */
  wish: Wish;
  /** True if the author opts out for everyone at the company. */
  asksForCompany?: boolean;
  state: (typeof replyStates)[number];
  isRead: boolean;
  needsAction: boolean;
  /** Message with the response: a draft, or sent. */
  answerMessageId: string | null;
  forwardedTo: string[];
  /** Member who handles it. */
  ownerId: string | null;
  labels: string[];
  snoozedUntil: Date | null;
  /** By when it should be answered, by its class and the working hours at its arrival. */
  dueAt?: Date;
  /** Set until autopilot has processed it. */
  isForAutopilot?: boolean;
  receivedAt: Date;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}
export type ReplyRecord = Omit<ReplyDoc, '_id'> & { id: string };

const text = { type: String, default: null };

const schema = new StoredSchema<ReplyDoc>({
  workspaceId: { type: String, required: true },
  mailboxId: text,
  messageId: text,
  campaignId: text,
  enrollmentId: text,
  contactId: text,
  fromAddress: { type: String, required: true },
  fromName: { type: String, default: '' },
  replyToAddress: String,
  subject: { type: String, default: '' },
  bodyText: { type: String, default: '' },
  attachments: { type: [Schema.Types.Mixed], default: [] },
  messageIdHeader: { type: String, required: true },
  references: { type: [String], default: [] },
  class: { type: String, enum: replyClasses, required: true },
  confidence: { type: Number, required: true },
  classifiedBy: { type: String, enum: ['rule', 'model', 'user'], required: true },
  returnDate: { type: Date, default: null },
  wish: { type: String, enum: ['none', 'doubtful', 'clear'], default: 'none' },
  asksForCompany: Boolean,
  state: { type: String, enum: replyStates, default: 'new' },
  isRead: { type: Boolean, default: false },
  needsAction: { type: Boolean, default: false },
  answerMessageId: text,
  forwardedTo: { type: [String], default: [] },
  ownerId: text,
  labels: { type: [String], default: [] },
  snoozedUntil: { type: Date, default: null },
  dueAt: Date,
  isForAutopilot: Boolean,
  receivedAt: { type: Date, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  version: { type: Number, default: 1 },
});
// A message received twice (two workers, a lost IMAP position) is stored once.
schema.index({ workspaceId: 1, messageIdHeader: 1 }, { unique: true });
schema.index({ workspaceId: 1, receivedAt: -1, _id: -1 });
schema.index({ workspaceId: 1, campaignId: 1, class: 1, receivedAt: -1 });
schema.index({ workspaceId: 1, contactId: 1, receivedAt: -1 });
schema.index({ workspaceId: 1, enrollmentId: 1, receivedAt: 1 });
// Counted for the navigation of every page.
schema.index({ workspaceId: 1, needsAction: 1 }, { partialFilterExpression: { needsAction: true } });
schema.index({ workspaceId: 1, fromAddress: 1 });
schema.index({ workspaceId: 1, ownerId: 1, receivedAt: -1 });
// Index for the worker, over all workspaces.
schema.index({ receivedAt: 1 }, { partialFilterExpression: { isForAutopilot: true } });

export const ReplyModel = defineModel<ReplyDoc>('Reply', 'replies', schema);
export const replyQueries = queriesOf(ReplyModel);

const repliesPerThreadMax = 200;

export type NewReply = Omit<
  ReplyRecord,
  | 'id'
  | 'workspaceId'
  | 'state'
  | 'wish'
  | 'isRead'
  | 'answerMessageId'
  | 'forwardedTo'
  | 'ownerId'
  | 'labels'
  | 'snoozedUntil'
  | 'createdAt'
  | 'updatedAt'
  | 'version'
> &
  Partial<Pick<ReplyRecord, 'state' | 'wish'>>;

export async function insertReply(workspaceId: string, reply: NewReply, now: Date): Promise<ReplyRecord> {
  const document = { ...reply, _id: newId('rpl'), workspaceId, createdAt: now, updatedAt: now };
  return createRecord(ReplyModel, document);
}

export async function findReply(workspaceId: string, replyId: string): Promise<ReplyRecord | null> {
  const found = await ReplyModel.findOne({ workspaceId, _id: replyId }).lean<ReplyDoc>();
  return found && toRecord(found);
}

export async function findReplyByHeader(workspaceId: string, messageIdHeader: string): Promise<ReplyRecord | null> {
  const found = await ReplyModel.findOne({ workspaceId, messageIdHeader }).lean<ReplyDoc>();
  return found && toRecord(found);
}

/** All replies of one person, oldest first. */
export async function findRepliesFrom(workspaceId: string, fromAddress: string, contactId: string | null) {
  const filter = contactId ? { workspaceId, contactId } : { workspaceId, fromAddress };
  const found = await ReplyModel.find(filter).sort({ receivedAt: 1 }).limit(repliesPerThreadMax).lean<ReplyDoc[]>();
  return found.map(toRecord);
}

export type ReplyChanges = Partial<Omit<ReplyRecord, 'id' | 'workspaceId' | 'version' | 'createdAt'>>;

export async function updateReply(
  workspaceId: string,
  replyId: string,
  changes: ReplyChanges,
  now: Date,
): Promise<ReplyRecord | null> {
  const updated = await ReplyModel.findOneAndUpdate(
    { workspaceId, _id: replyId },
    { $set: { ...changes, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<ReplyDoc>();
  return updated && toRecord(updated);
}
