import type { LeaveReason } from '../../../domain/replies/autopilot/decide-reply-draft.ts';
import type { ReplyClass } from '../../../domain/replies/reply-classes.ts';
import { newId } from '../../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored } from '../../documents/define-model.ts';
import { findPage } from '../../documents/find-page.ts';
import { insertDocuments } from '../../documents/insert-documents.ts';
import { choice, date, nullable, string, stringOf } from '../../documents/paths.ts';

const keptMs = 400 * 86_400_000;

/** Autopilot's decision about a reply: responded, or left to a person. */
export type AutopilotDraftDoc = DocOf<typeof AutopilotDraftModel>;
export type AutopilotDraftRecord = RecordOf<AutopilotDraftDoc>;

export const AutopilotDraftModel = defineModel(
  'AutopilotDraft',
  'autopilot_answers',
  stored({
    workspaceId: string,
    replyId: string,
    contactId: nullable(string),
    class: stringOf<ReplyClass>(),
    decision: choice(['answered', 'left']),
    /** Reason it was left to a person. */
    reason: nullable(stringOf<LeaveReason>()),
    /** ID of the draft. */
    messageId: nullable(string),
    /** Author of the text. */
    writtenBy: nullable(stringOf<'model' | 'template'>()),
    /** Send time of the draft, unless it is canceled. */
    leavesAt: nullable(date),
    createdAt: date,
    expiresAt: date,
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
