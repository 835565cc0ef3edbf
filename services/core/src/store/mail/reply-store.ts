import { Schema } from 'mongoose';
import { newId } from '../../domain/ids.ts';
import { type ReplyClass, replyClasses } from '../../domain/mail/reply-class.ts';
import type { PageRequest, PageResult } from '../../domain/paging.ts';
import { defineModel, toRecord } from '../define-model.ts';
import { findPage } from '../find-page.ts';

export const replyStates = ['new', 'answered', 'dismissed'] as const;

/** A received message that belongs to what we sent. Subject and body are foreign text. */
export interface ReplyDoc {
  _id: string;
  workspaceId: string;
  mailboxId: string | null;
  /** The message of ours that it answers. */
  messageId: string | null;
  campaignId: string | null;
  enrollmentId: string | null;
  contactId: string | null;
  fromAddress: string;
  fromName: string;
  subject: string;
  bodyText: string;
  attachments: { fileName: string; contentType: string; bytes: number }[];
  messageIdHeader: string;
  references: string[];
  class: ReplyClass;
  confidence: number;
  classifiedBy: 'rule' | 'model' | 'user';
  returnDate: Date | null;
  state: (typeof replyStates)[number];
  isRead: boolean;
  needsAction: boolean;
  /** The message that holds the answer: a draft, or sent. */
  answerMessageId: string | null;
  forwardedTo: string[];
  receivedAt: Date;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}
export type ReplyRecord = Omit<ReplyDoc, '_id'> & { id: string };

const text = { type: String, default: null };

const schema = new Schema({
  workspaceId: { type: String, required: true },
  mailboxId: text,
  messageId: text,
  campaignId: text,
  enrollmentId: text,
  contactId: text,
  fromAddress: { type: String, required: true },
  fromName: { type: String, default: '' },
  subject: { type: String, default: '' },
  bodyText: { type: String, default: '' },
  attachments: { type: [Schema.Types.Mixed], default: [] },
  messageIdHeader: { type: String, required: true },
  references: { type: [String], default: [] },
  class: { type: String, enum: replyClasses, required: true },
  confidence: { type: Number, required: true },
  classifiedBy: { type: String, enum: ['rule', 'model', 'user'], required: true },
  returnDate: { type: Date, default: null },
  state: { type: String, enum: replyStates, default: 'new' },
  isRead: { type: Boolean, default: false },
  needsAction: { type: Boolean, default: false },
  answerMessageId: text,
  forwardedTo: { type: [String], default: [] },
  receivedAt: { type: Date, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  version: { type: Number, default: 1 },
});
// A message that is received twice (two workers, a lost IMAP position) is stored once.
schema.index({ workspaceId: 1, messageIdHeader: 1 }, { unique: true });
schema.index({ workspaceId: 1, receivedAt: -1, _id: -1 });
schema.index({ workspaceId: 1, campaignId: 1, class: 1, receivedAt: -1 });
schema.index({ workspaceId: 1, contactId: 1, receivedAt: -1 });
schema.index({ workspaceId: 1, enrollmentId: 1, receivedAt: 1 });
schema.index({ workspaceId: 1, messageId: 1 });
schema.index({ workspaceId: 1, fromAddress: 1 });

export const ReplyModel = defineModel<ReplyDoc>('Reply', 'replies', schema);

const repliesPerThreadMax = 200;

export type NewReply = Omit<
  ReplyRecord,
  'id' | 'workspaceId' | 'state' | 'isRead' | 'answerMessageId' | 'forwardedTo' | 'createdAt' | 'updatedAt' | 'version'
>;

export const insertReply = async (workspaceId: string, reply: NewReply, now: Date): Promise<ReplyRecord> => {
  const document = { ...reply, _id: newId('rpl'), workspaceId, createdAt: now, updatedAt: now };
  const [created] = await ReplyModel.create([document]);
  return toRecord((created as unknown as { toObject(): ReplyDoc }).toObject());
};

export const findReply = async (workspaceId: string, replyId: string): Promise<ReplyRecord | null> => {
  const found = await ReplyModel.findOne({ workspaceId, _id: replyId }).lean<ReplyDoc>();
  return found && toRecord(found);
};

export const findReplyByHeader = async (workspaceId: string, messageIdHeader: string): Promise<ReplyRecord | null> => {
  const found = await ReplyModel.findOne({ workspaceId, messageIdHeader }).lean<ReplyDoc>();
  return found && toRecord(found);
};

export interface ReplyFilter {
  class?: string;
  state?: string;
  campaignId?: string;
  enrollmentId?: string;
  contactId?: string;
  isRead?: boolean;
  needsAction?: boolean;
}

export const listReplies = (
  workspaceId: string,
  filter: ReplyFilter,
  page: PageRequest,
): Promise<PageResult<ReplyRecord>> => {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return findPage<ReplyDoc>(ReplyModel, { workspaceId, ...given }, page);
};

/** All that one person has written to us, oldest first. */
export const findRepliesFrom = async (workspaceId: string, fromAddress: string, contactId: string | null) => {
  const filter = contactId ? { workspaceId, contactId } : { workspaceId, fromAddress };
  const found = await ReplyModel.find(filter).sort({ receivedAt: 1 }).limit(repliesPerThreadMax).lean<ReplyDoc[]>();
  return found.map(toRecord);
};

export type ReplyChanges = Partial<Omit<ReplyRecord, 'id' | 'workspaceId' | 'version' | 'createdAt'>>;

export const updateReply = async (
  workspaceId: string,
  replyId: string,
  changes: ReplyChanges,
  now: Date,
): Promise<ReplyRecord | null> => {
  const updated = await ReplyModel.findOneAndUpdate(
    { workspaceId, _id: replyId },
    { $set: { ...changes, updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<ReplyDoc>();
  return updated && toRecord(updated);
};

/** How many replies of each class a campaign has. */
export const countRepliesByClass = async (
  workspaceId: string,
  campaignId: string,
): Promise<Partial<Record<ReplyClass, number>>> => {
  const rows = await ReplyModel.aggregate<{ _id: ReplyClass; count: number }>([
    { $match: { workspaceId, campaignId } },
    { $group: { _id: '$class', count: { $sum: 1 } } },
  ]);
  return Object.fromEntries(rows.map((row) => [row._id, row.count]));
};
