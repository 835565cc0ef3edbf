import { nextInWindow, type SendWindow, weekdays } from '../../sending/send-window.ts';
import type { ReplyClass, Wish } from '../reply-classes.ts';
import type { AutopilotClass, QuietHours, ReplyDraftRules } from './autopilot-rules.ts';
import { autopilotClasses } from './autopilot-rules.ts';

/** Less sure than this is not sure enough to answer without a person. */
export const confidenceMin = 0.7;
/** Further drafts to the same person are a conversation, and a person's. */
export const draftsPerPersonMax = 3;

/** What is known of a reply when it may be answered, and again when the draft leaves. */
export interface ReplyFacts {
  reply: {
    class: ReplyClass;
    confidence: number;
    wish: Wish;
    state: string;
    receivedAt: Date;
    isFromContact: boolean;
  };
  /** Whether its words look like a no, by the rules, whatever class it was given. */
  looksLikeNo: boolean;
  /** The person has written again since. */
  hasNewerReply: boolean;
  /** Something was sent to them since, or waits to be. */
  hasLaterMessage: boolean;
  /** Their sequence still goes on and would be a second message. */
  isSequenceOpen: boolean;
  /** Drafts of autopilot sent to this person so far. */
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

/** Why autopilot leaves a reply to a person; null when it may answer. */
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

/** When a draft leaves: after the time to take it back, and not in the quiet hours. */
export function leavesAt({ undoMinutes, quietHours }: ReplyDraftRules, now: Date, timeZone: string): Date {
  return afterQuietHours(quietHours, new Date(now.getTime() + undoMinutes * 60_000), timeZone);
}

/** The moment itself when it is not quiet, else the end of the quiet hours. */
export function afterQuietHours(quiet: QuietHours | null, at: Date, timeZone: string): Date {
  if (quiet === null || quiet.from === quiet.to) return at;
  const openings = windowsOutside(quiet).map((window) => nextInWindow(window, at, timeZone));
  const times = openings.flatMap((opening) => (opening === null ? [] : [opening.getTime()]));
  return times.length === 0 ? at : new Date(Math.min(...times));
}

/** The hours that are not quiet, as one window a day or two. */
function windowsOutside({ from, to }: QuietHours): SendWindow[] {
  const daily = { days: [...weekdays], timeZone: 'UTC' };
  if (from > to) return [{ ...daily, from: to, to: from }];
  const before = from === '00:00' ? [] : [{ ...daily, from: '00:00', to: from }];
  return [...before, { ...daily, from: to, to: '24:00' }];
}
