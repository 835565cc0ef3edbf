import type { ReplyClass } from '../reply-classes.ts';

/** Classes that autopilot can answer. Anything that looks like an opt-out, even a temporary one, needs a person. */
export const autopilotClasses = [
  'interested',
  'meeting_request',
  'question',
  'referral',
] as const satisfies readonly ReplyClass[];
export type AutopilotClass = (typeof autopilotClasses)[number];

/**
 * From `from` until just before `to` (HH:MM), in the workspace's time zone. Spans midnight if it ends before it starts.
 */
export interface QuietHours {
  from: string;
  to: string;
}

/** Rules for automatic answers. A person turns them on and sets the limits. */
export interface ReplyDraftRules {
  isOn: boolean;
  classes: AutopilotClass[];
  perDay: number;
  /** Null: answers at any hour. */
  quietHours: QuietHours | null;
  /** Minutes in which a draft can be canceled before it is sent. */
  undoMinutes: number;
  /** LiquidJS texts by class. Other classes use the built-in texts. */
  templates: Partial<Record<AutopilotClass, string>>;
}

/** Rules for launches by agents without approval. */
export interface LaunchRules {
  isOn: boolean;
  recipientsPerDay: number;
}

export interface Autopilot {
  answers: ReplyDraftRules;
  launches: LaunchRules;
}

export const replyDraftsOff: ReplyDraftRules = {
  isOn: false,
  classes: ['interested', 'meeting_request', 'question'],
  perDay: 20,
  quietHours: { from: '20:00', to: '08:00' },
  undoMinutes: 10,
  templates: {},
};
export const launchesOff: LaunchRules = { isOn: false, recipientsPerDay: 50 };

export interface StoredAutopilot {
  answers?: ReplyDraftRules | null;
  launches?: LaunchRules | null;
}

/** Rules of a workspace. Off until someone turns them on. */
export function autopilotOf(stored: StoredAutopilot | undefined): Autopilot {
  return { answers: stored?.answers ?? replyDraftsOff, launches: stored?.launches ?? launchesOff };
}

/** Reason that a launch still needs approval. Null if autopilot covers it. */
export function reasonAgainstLaunch(
  { isOn, recipientsPerDay }: LaunchRules,
  { recipients, usedToday, concerns }: { recipients: number; usedToday: number; concerns: readonly string[] },
): string | null {
  if (!isOn) return 'autopilot is off for launches';
  const [concern] = concerns;
  if (concern !== undefined)
    return `autopilot launches nothing that a check warns about: ${concern.replace(/\.$/, '')}`;
  if (usedToday + recipients <= recipientsPerDay) return null;
  return `autopilot may launch to ${recipientsPerDay} people a day, of which ${usedToday} are used today`;
}
