import { autopilotOf } from '../../../domain/replies/autopilot/autopilot-rules.ts';
import { afterQuietHours, reasonToLeave } from '../../../domain/replies/autopilot/decide-reply-draft.ts';
import type { WaitReason } from '../../../domain/sending/reasons.ts';
import { startOfNextDay } from '../../../domain/sending/send-window.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { noteCountedOn } from '../../../store/replies/autopilot/autopilot-message-store.ts';
import { findReply } from '../../../store/replies/reply-store.ts';
import { reservePlaces } from '../../../store/sending/send-counter-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { replyFacts } from './reply-facts.ts';

export type ReplyDraftVerdict =
  | { kind: 'send' }
  | { kind: 'wait'; reason: WaitReason; until: Date }
  | { kind: 'needs_approval' };

/** Time of the check, on the workspace's own day and in its time zone. */
interface DraftMoment {
  workspace: WorkspaceRecord;
  now: Date;
  timeZone: string;
  day: string;
}

/** Counter for autopilot's drafts per day. */
const counter = 'autopilot/answers';

/** Checks immediately before sending whether autopilot can still send each draft. No person has approved them. */
export async function checkReplyDrafts(
  messages: MessageRecord[],
  at: DraftMoment,
): Promise<Map<string, ReplyDraftVerdict>> {
  const verdicts = new Map<string, ReplyDraftVerdict>();
  for (const message of messages) verdicts.set(message.id, await checkReplyDraft(message, at));
  return verdicts;
}

async function checkReplyDraft(message: MessageRecord, at: DraftMoment): Promise<ReplyDraftVerdict> {
  const { workspace, now, timeZone, day } = at;
  const { answers: rules } = autopilotOf(workspace.autopilotRules);
  const { autopilotAt, replyId } = message;
  const reply = replyId === null ? null : await findReply(workspace.id, replyId);
  if (autopilotAt === undefined || reply === null) return { kind: 'needs_approval' };
  if (reasonToLeave(rules, await replyFacts(reply, message)) !== null) return { kind: 'needs_approval' };
  if (now < autopilotAt) return { kind: 'wait', reason: 'undo_window', until: autopilotAt };
  const awakeAt = afterQuietHours(rules.quietHours, now, timeZone);
  if (awakeAt > now) return { kind: 'wait', reason: 'quiet_hours', until: awakeAt };
  if (message.autopilotDay === day) return { kind: 'send' };
  const full = await reservePlaces(workspace.id, day, [{ subjectId: counter, cap: rules.perDay, count: 1 }], now);
  if (full.size > 0) {
    const until = afterQuietHours(rules.quietHours, startOfNextDay(now, timeZone), timeZone);
    return { kind: 'wait', reason: 'autopilot_daily_cap', until };
  }
  await noteCountedOn(workspace.id, message.id, day);
  return { kind: 'send' };
}
