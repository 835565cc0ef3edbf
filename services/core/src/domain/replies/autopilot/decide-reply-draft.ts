import { nextInWindow, type SendWindow, weekdays } from '../../sending/send-window.ts';
import type { ReplyClass, Wish } from '../reply-classes.ts';
import type { AutopilotClass, QuietHours, ReplyDraftRules } from './autopilot-rules.ts';
import { autopilotClasses } from './autopilot-rules.ts';

/** Minimum confidence for answering without a person. */
export const confidenceMin = 0.7;
/** Further drafts to the same person would be a conversation, which is left to a person. */
export const draftsPerPersonMax = 3;

/** Facts about a reply, checked before autopilot drafts an answer and again before it is sent. */
export interface ReplyFacts {
  reply: {
    class: ReplyClass;
    confidence: number;
    wish: Wish;
    state: string;
    receivedAt: Date;
    isFromContact: boolean;
  };
  /** True if the rules detect a possible opt-out in the text, whatever the reply's class. */
  looksLikeNo: boolean;
  /** True if the person has written again since. */
  hasNewerReply: boolean;
  /** True if a later message to the person was sent or is queued. */
  hasLaterMessage: boolean;
  /** True if their sequence is still active and would send a second message. */
  isSequenceOpen: boolean;
  /** Autopilot drafts already sent to this person. */
  draftsBefore: number;
  isSuppressed: boolean;
}

export const leaveReasons = [
  'off',
  'class_not_allowed',
  'looks_like_no',
  'not_sure',
  'not_new',
  'unknown_person',
  'suppressed',
  'newer_reply',
  'answered_already',
  'sequence_goes_on',
  'conversation',
] as const;
export type LeaveReason = (typeof leaveReasons)[number];

/** Reason that autopilot leaves a reply to a person. Null if it can answer. */
export function reasonToLeave(rules: ReplyDraftRules, facts: ReplyFacts): LeaveReason | null {
  const { reply } = facts;
  if (!rules.isOn) return 'off';
  if (!isForAutopilot(reply.class) || !rules.classes.includes(reply.class)) return 'class_not_allowed';
  if (reply.wish !== 'none' || facts.looksLikeNo) return 'looks_like_no';
  if (reply.confidence < confidenceMin) return 'not_sure';
  if (reply.state !== 'new') return 'not_new';
  if (!reply.isFromContact) return 'unknown_person';
  if (facts.isSuppressed) return 'suppressed';
  if (facts.hasNewerReply) return 'newer_reply';
  if (facts.hasLaterMessage) return 'answered_already';
  if (facts.isSequenceOpen) return 'sequence_goes_on';
  return facts.draftsBefore >= draftsPerPersonMax ? 'conversation' : null;
}

export function isForAutopilot(name: ReplyClass): name is AutopilotClass {
  return (autopilotClasses as readonly ReplyClass[]).includes(name);
}

/** Send time of a draft: after the undo period and outside the quiet hours. */
export function leavesAt({ undoMinutes, quietHours }: ReplyDraftRules, now: Date, timeZone: string): Date {
  return afterQuietHours(quietHours, new Date(now.getTime() + undoMinutes * 60_000), timeZone);
}

/** The time itself if it is outside the quiet hours, otherwise their end. */
export function afterQuietHours(quiet: QuietHours | null, at: Date, timeZone: string): Date {
  if (quiet === null || quiet.from === quiet.to) return at;
  const openings = windowsOutside(quiet).map((window) => nextInWindow(window, at, timeZone));
  const times = openings.flatMap((opening) => (opening === null ? [] : [opening.getTime()]));
  return times.length === 0 ? at : new Date(Math.min(...times));
}

/** Hours outside the quiet hours, as one or two daily windows. */
function windowsOutside({ from, to }: QuietHours): SendWindow[] {
  const daily = { days: [...weekdays], timeZone: 'UTC' };
  if (from > to) return [{ ...daily, from: to, to: from }];
  const before = from === '00:00' ? [] : [{ ...daily, from: '00:00', to: from }];
  return [...before, { ...daily, from: to, to: '24:00' }];
}
