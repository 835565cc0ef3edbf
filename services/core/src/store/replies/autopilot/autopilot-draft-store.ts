import type { LeaveReason } from '../../../domain/replies/autopilot/decide-reply-draft.ts';
import type { ReplyClass } from '../../../domain/replies/reply-classes.ts';
import { newId } from '../../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../../domain/values/paging.ts';
import { defineModel, StoredSchema } from '../../documents/define-model.ts';
import { findPage } from '../../documents/find-page.ts';
import { insertDocuments } from '../../documents/insert-documents.ts';

const keptMs = 400 * 86_400_000;

/** Autopilot's decision about a reply: responded, or left to a person. */
export interface AutopilotDraftDoc {
  _id: string;
  workspaceId: string;
  replyId: string;
  contactId: string | null;
  class: ReplyClass;
  decision: 'answered' | 'left';
  /** Reason it was left to a person. */
  reason: LeaveReason | null;
  /** ID of the draft. */
  messageId: string | null;
  /** Author of the text. */
  writtenBy: 'model' | 'template' | null;
  /** Send time of the draft, unless it is canceled. */
  leavesAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
}
export type AutopilotDraftRecord = Omit<AutopilotDraftDoc, '_id'> & { id: string };

const text = { type: String, default: null };

export const AutopilotDraftModel = defineModel<AutopilotDraftDoc>(
  'AutopilotDraft',
  'autopilot_answers',
  new StoredSchema<AutopilotDraftDoc>({
    workspaceId: { type: String, required: true },
    replyId: { type: String, required: true },
    contactId: text,
    class: { type: String, required: true },
    decision: { type: String, enum: ['answered', 'left'], required: true },
    reason: text,
    messageId: text,
    writtenBy: text,
    leavesAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, messageId: 1, _id: 1 })
    .index({ workspaceId: 1, contactId: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 }),
);

export type NewAutopilotDraft = Omit<AutopilotDraftRecord, 'id' | 'workspaceId' | 'createdAt' | 'expiresAt'>;

export async function noteAutopilotDraft(workspaceId: string, entry: NewAutopilotDraft, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + keptMs);
  const document = { ...entry, _id: newId('apa'), workspaceId, createdAt: now, expiresAt };
  await insertDocuments<AutopilotDraftDoc>(AutopilotDraftModel, [document]);
}

export function listAutopilotDrafts(
  workspaceId: string,
  { messageIds }: { messageIds?: string[] },
  page: PageRequest,
): Promise<PageResult<AutopilotDraftRecord>> {
  const filter = messageIds === undefined ? { workspaceId } : { workspaceId, messageId: { $in: messageIds } };
  return findPage<AutopilotDraftDoc>(AutopilotDraftModel, filter, page);
}
