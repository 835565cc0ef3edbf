import { type AutopilotClass, autopilotOf } from '../../../domain/replies/autopilot/autopilot-rules.ts';
import { leavesAt, reasonToLeave } from '../../../domain/replies/autopilot/decide-reply-draft.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { insertMessages } from '../../../store/messages/message-store.ts';
import { noteAutopilotDraft } from '../../../store/replies/autopilot/autopilot-draft-store.ts';
import { claimReplyForAutopilot } from '../../../store/replies/autopilot/autopilot-reply-store.ts';
import { type ReplyRecord, updateReply } from '../../../store/replies/reply-store.ts';
import { findWorkspace, type WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { workspaceNow } from '../../workspaces/workspace-clock.ts';
import { ensureThreadMailbox, replyDraftSubject, toReplyDraft } from '../reply-draft.ts';
import { replyFacts } from './reply-facts.ts';
import { type WrittenReply, writeReplyDraft } from './write-reply-draft.ts';

/** Handles the next reply: drafts and schedules a response, or leaves it to a person. False if there was none. */
export async function draftForNextReply(deps: EngineDeps): Promise<boolean> {
  const reply = await claimReplyForAutopilot();
  if (reply === null) return false;
  const workspace = await findWorkspace(reply.workspaceId);
  if (workspace !== null) await draftForReply(reply, workspace, deps);
  return true;
}

async function draftForReply(reply: ReplyRecord, workspace: WorkspaceRecord, deps: EngineDeps): Promise<void> {
  const { answers: rules } = autopilotOf(workspace.autopilotRules);
  if (!rules.isOn) return;
  const now = workspaceNow(workspace, deps.now());
  const about = { replyId: reply.id, contactId: reply.contactId, class: reply.class };
  const leave = (reason: NonNullable<ReturnType<typeof reasonToLeave>>) =>
    noteAutopilotDraft(
      workspace.id,
      { ...about, decision: 'left', reason, messageId: null, writtenBy: null, leavesAt: null },
      now,
    );
  const reason = reasonToLeave(rules, await replyFacts(reply, null));
  if (reason !== null) return leave(reason);
  const written = await writeReplyDraft(reply as ReplyRecord & { class: AutopilotClass }, rules, workspace, deps);
  if (written === null) return leave('not_sure');
  await inTransaction(() => queueReplyDraft(reply.id, written, workspace.id, now));
}

/** Checks all conditions again in the same transaction, because the model may have taken a while. */
async function queueReplyDraft(replyId: string, written: WrittenReply, workspaceId: string, now: Date): Promise<void> {
  const workspace = await findWorkspace(workspaceId);
  const reply = workspace && (await updateReply(workspaceId, replyId, {}, now));
  if (!workspace || !reply) return;
  const { answers: rules } = autopilotOf(workspace.autopilotRules);
  if (reasonToLeave(rules, await replyFacts(reply, null)) !== null) return;
  const at = leavesAt(rules, now, workspace.settings.timeZone);
  const mailbox = await ensureThreadMailbox(reply, now);
  const text = { subject: replyDraftSubject(reply), bodyText: written.bodyText };
  const message = await toReplyDraft(reply, mailbox, text);
  const queued = { ...message, state: 'scheduled' as const, scheduledAt: at, autopilotAt: at };
  const [draft] = await insertMessages(workspaceId, [queued], now);
  await updateReply(workspaceId, replyId, { answerMessageId: draft!.id }, now);
  const about = { replyId, contactId: reply.contactId, class: reply.class, messageId: draft!.id };
  await noteAutopilotDraft(
    workspaceId,
    { ...about, decision: 'answered', reason: null, writtenBy: written.writtenBy, leavesAt: at },
    now,
  );
}
