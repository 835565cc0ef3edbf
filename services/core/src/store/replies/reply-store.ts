import { type Guess, replyClasses } from '../../domain/replies/reply-classes.ts';
import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { createRecord } from '../documents/insert-documents.ts';
import {
  boolean,
  choice,
  date,
  nullable,
  number,
  objects,
  optional,
  string,
  strings,
  withDefault,
} from '../documents/paths.ts';
import { queriesOf } from '../documents/record-query.ts';

/** `unmatched`: it matches nothing that we sent, until a person assigns it. */
export const replyStates = ['new', 'answered', 'dismissed', 'unmatched'] as const;

/** Received message that matches one we sent. Subject and body are untrusted text. */
export type ReplyDoc = DocOf<typeof ReplyModel>;
export type ReplyRecord = RecordOf<ReplyDoc>;

const schema = stored({
  workspaceId: string,
  mailboxId: nullable(string),
  /** Our message that it responds to. */
  messageId: nullable(string),
  campaignId: nullable(string),
  enrollmentId: nullable(string),
  contactId: nullable(string),
  fromAddress: string,
  fromName: withDefault(string, ''),
  /** Reply-To, if it differs from the author's address. */
  replyToAddress: optional(string),
  subject: withDefault(string, ''),
  bodyText: withDefault(string, ''),
  /** `attachmentId` is null or absent if the file was too large to keep. */
  attachments: withDefault(
    objects<{ attachmentId?: string | null; fileName: string; contentType: string; bytes: number }>(),
    [],
  ),
  messageIdHeader: string,
  references: withDefault(strings, []),
  class: choice(replyClasses),
  confidence: number,
  classifiedBy: choice(['rule', 'model', 'user']),
  /** End of the time in which a member can take back the suppression that the reply caused. */
  undoUntil: nullable(date),
  /** The two likeliest classes, if no class was likely enough. */
  guesses: optional(objects<Guess>()),
  returnDate: nullable(date),
  /** Opt-out request of the author, as detected by the rules. */
  wish: withDefault(choice(['none', 'doubtful', 'clear']), 'none'),
  /** True if the author opts out for everyone at the company. */
  asksForCompany: optional(boolean),
  /** True if the author asks to erase their data. A privacy task keeps the deadline. */
  asksForErasure: optional(boolean),
  state: withDefault(choice(replyStates), 'new'),
  isRead: withDefault(boolean, false),
  needsAction: withDefault(boolean, false),
  /** Message with the response: a draft, or sent. */
  answerMessageId: nullable(string),
  forwardedTo: withDefault(strings, []),
  /** Member who handles it. */
  ownerId: nullable(string),
  labels: withDefault(strings, []),
  snoozedUntil: nullable(date),
  /** Time by which it should be answered, by its class and the working hours at its arrival. */
  dueAt: optional(date),
  /** Set until autopilot has processed it. */
  isForAutopilot: optional(boolean),
  receivedAt: date,
  createdAt: date,
  updatedAt: date,
  version: withDefault(number, 1),
});
// A message received twice (two workers, a lost IMAP position) is stored once.
schema.index({ workspaceId: 1, messageIdHeader: 1 }, { unique: true });
schema.index({ workspaceId: 1, receivedAt: -1, _id: -1 });
schema.index({ workspaceId: 1, campaignId: 1, class: 1, receivedAt: -1 });
schema.index({ workspaceId: 1, contactId: 1, receivedAt: -1 });
schema.index({ workspaceId: 1, enrollmentId: 1, receivedAt: 1 });
// Counted for the navigation of every page.
schema.index({ workspaceId: 1, needsAction: 1 }, { partialFilterExpression: { needsAction: true } });
// A view of the inbox, counted with each load of it.
schema.index({ workspaceId: 1, state: 1, receivedAt: -1 }, { partialFilterExpression: { state: 'unmatched' } });
schema.index({ workspaceId: 1, fromAddress: 1 });
schema.index({ workspaceId: 1, ownerId: 1, receivedAt: -1 });
// Index for the worker, over all workspaces.
schema.index({ receivedAt: 1 }, { partialFilterExpression: { isForAutopilot: true } });

export const ReplyModel = defineModel('Reply', 'replies', schema, 'reply');
export const replyQueries = queriesOf(ReplyModel);

const repliesPerThreadMax = 200;

export type NewReply = Omit<
  ReplyRecord,
  | 'id'
  | 'workspaceId'
  | 'state'
  | 'wish'
  | 'undoUntil'
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
  Partial<Pick<ReplyRecord, 'state' | 'wish' | 'undoUntil'>>;

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
