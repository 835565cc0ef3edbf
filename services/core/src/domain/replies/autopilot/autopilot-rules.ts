import type { ReplyClass } from '../reply-classes.ts';

/** Classes that may be answered at all. Whatever looks like a no, even for now, is a person's. */
export const autopilotClasses = [
  'interested',
  'meeting_request',
  'question',
  'referral',
] as const satisfies readonly ReplyClass[];
export type AutopilotClass = (typeof autopilotClasses)[number];

/** From … until before …, HH:MM, in the time zone of the workspace; over midnight when it ends before it begins. */
export interface QuietHours {
  from: string;
  to: string;
}

/** What the service may answer by itself. A person switches it on and sets the limits. */
export interface ReplyDraftRules {
  isOn: boolean;
  classes: AutopilotClass[];
  perDay: number;
  /** Null: it answers at any hour. */
  quietHours: QuietHours | null;
  /** How long a draft can be taken back before it leaves. */
  undoMinutes: number;
  /** Texts in LiquidJS by class; the built-in ones for the others. */
  templates: Partial<Record<AutopilotClass, string>>;
}

/** What agents may launch without approval. */
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

/** The rules of a workspace; off as long as nobody has switched them on. */
export function autopilotOf(stored: StoredAutopilot | undefined): Autopilot {
  return { answers: stored?.answers ?? replyDraftsOff, launches: stored?.launches ?? launchesOff };
}

/** Why a launch needs a person all the same; null when autopilot covers it. */
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
