/** Data that a workspace can delete after a number of days, besides contacts, with the minimum for each kind. */
export const retentionKinds = {
  mail: { daysMin: 7, description: 'Texts of messages and replies that are settled; that they were there stays.' },
  captured: { daysMin: 1, description: 'Messages that the sandbox has captured.' },
  audit: { daysMin: 30, description: 'Entries of the audit log.' },
  jobs: { daysMin: 1, description: 'Finished jobs with their results; 30 days at most.' },
  events: { daysMin: 1, description: 'Events; 35 days at most.' },
} as const;

export type RetentionKind = keyof typeof retentionKinds;
/** Days for each kind. Null: never deleted. */
export type Retention = Record<RetentionKind, number | null>;

export const retentionDaysMax = 3_650;
export const retentionKindNames = Object.keys(retentionKinds) as RetentionKind[];
export const keepsAll: Retention = { mail: null, captured: null, audit: null, jobs: null, events: null };

const dayMs = 86_400_000;

/** Cutoff: older data is deleted. */
export function keptSince(days: number, now: Date): Date {
  return new Date(now.getTime() - days * dayMs);
}
